// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The floor: a disc that fades into the backdrop, with fine marks that run backwards under a walker as on a
// treadmill. The speed comes from the soles that stand on it, so that no foot seems to slide.
import * as THREE from 'three';

const RADIUS = 4;
/** One mark every so many metres. */
const MARK = 0.5;

/** Floor of the stage. */
export class Floor {
  readonly object: THREE.Mesh;
  private readonly marks: THREE.CanvasTexture;

  constructor() {
    this.marks = new THREE.CanvasTexture(drawMarks());
    this.marks.wrapS = this.marks.wrapT = THREE.RepeatWrapping;
    this.marks.repeat.setScalar((2 * RADIUS) / MARK);
    this.marks.anisotropy = 8;
    const material = new THREE.MeshPhysicalMaterial({
      map: this.marks,
      alphaMap: new THREE.CanvasTexture(drawFade()),
      transparent: true,
      depthWrite: false,
      // Under a floor that a scene brings along, which lies in the same plane.
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
      dithering: true,
      roughness: 1,
      specularIntensity: 0,
      envMapIntensity: 0.55,
    });
    this.object = new THREE.Mesh(new THREE.PlaneGeometry(2 * RADIUS, 2 * RADIUS), material);
    this.object.rotation.x = -Math.PI / 2;
    this.object.receiveShadow = true;
    this.object.renderOrder = -1;
  }

  /** Tints the floor to the backdrop. */
  setScheme(dark: boolean): void {
    const material = this.object.material as THREE.MeshPhysicalMaterial;
    material.color.set(dark ? 0x25272b : 0xffffff);
    material.emissive.set(dark ? 0x000000 : 0x54524e);
  }

  /** Moves the marks along, m: x to the wearer's left, z to the front. */
  slide(x: number, z: number): void {
    this.marks.offset.x = (this.marks.offset.x - x / MARK) % 1;
    this.marks.offset.y = (this.marks.offset.y + z / MARK) % 1;
  }
}

/** A small cross in the middle of a tile. */
function drawMarks(): HTMLCanvasElement {
  const canvas = square(128);
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, 128, 128);
  pen.fillStyle = '#bdb8b0';
  pen.fillRect(56, 63, 16, 2);
  pen.fillRect(63, 56, 2, 16);
  return canvas;
}

function drawFade(): HTMLCanvasElement {
  const canvas = square(256);
  const pen = canvas.getContext('2d')!;
  const fade = pen.createRadialGradient(128, 128, 20, 128, 128, 128);
  fade.addColorStop(0, '#ffffff');
  fade.addColorStop(0.45, '#b0b0b0');
  fade.addColorStop(1, '#000000');
  pen.fillStyle = fade;
  pen.fillRect(0, 0, 256, 256);
  return canvas;
}

function square(size: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  return canvas;
}
