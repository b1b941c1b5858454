// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The light: a photographer's studio of glowing panels baked into an environment map, a key light that casts the
// shadows and two lights from behind that part the figure from the backdrop. The figure stands as on a turntable: the
// studio keeps its place to the camera, so that a back is lit like a front.
import { inflateSync } from 'fflate';
import * as THREE from 'three';
import { loadFile } from '../workers/download';
import type { Detail } from '../choices';
import { ASSETS } from './assets';
import { studioMap } from './studio_map';
import { LOOKED_AT, PANELS, ROOM, SOFTNESS, WALLS, type StudioPanel } from './studio_panels';

/** How far the shadow stands off what casts it at full detail, m: coarser texels need more. */
const NORMAL_BIAS = 0.012;

/** All shares of the environment map, of 1 for the light as it is baked. */
const ENVIRONMENT = 0.62;

/** Texels of the shadow's side. */
const SHADOW_SIZE = { fine: 2048, medium: 1024, coarse: 512 } as const;
/** How far the shadow is blurred at full detail, texels: as wide on the floor with any. */
const SHADOW_BLUR = 6;

/** The file of the baked light, whose name changes with what is in it; empty where the page was not built. */
declare const STUDIO_FILE: string;

/** Light of a stage. */
export class Studio {
  private readonly key = makeKey();
  private readonly lights = makeLights(this.key);
  private readonly baked = fetchStudio();

  constructor(private readonly scene: THREE.Scene) {
    scene.environmentIntensity = ENVIRONMENT;
    scene.add(this.lights);
  }

  /** Brings the light of the panels; once for every renderer, and again when its context came back. */
  async light(renderer: THREE.WebGLRenderer): Promise<void> {
    const baked = await this.baked;
    if (baked && this.scene.environment === baked) return; // three.js uploads it again by itself
    this.scene.environment?.dispose();
    this.scene.environment = baked ?? makeEnvironment(renderer);
  }

  /** Draws the shadow with so much detail from now on. */
  setDetail(detail: Detail): void {
    const size = SHADOW_SIZE[detail];
    const { shadow } = this.key;
    if (shadow.mapSize.x === size) return;
    shadow.mapSize.set(size, size);
    shadow.radius = (SHADOW_BLUR * size) / SHADOW_SIZE.fine;
    shadow.normalBias = NORMAL_BIAS * Math.sqrt(SHADOW_SIZE.fine / size);
    shadow.map?.dispose();
    shadow.map = null; // made anew in its size
  }

  /** Turns with the camera round the figure. */
  face(camera: THREE.Camera, target: THREE.Vector3): void {
    const azimuth = Math.atan2(camera.position.x - target.x, camera.position.z - target.z);
    this.lights.rotation.y = azimuth;
    this.scene.environmentRotation.y = azimuth;
  }
}

/** Fetches the baked light; null where it cannot be had. */
async function fetchStudio(): Promise<THREE.CubeTexture | null> {
  if (!STUDIO_FILE) return null;
  const source = { url: `${ASSETS}cooked/${STUDIO_FILE}`, what: 'The light' };
  const open = (packed: ArrayBuffer) => studioMap(inflateSync(new Uint8Array(packed)));
  return loadFile(source, open).catch(() => null);
}

/** What the page has when the baked light cannot be had: the graphics card blurs it, as large as three.js wants it. */
function makeEnvironment(renderer: THREE.WebGLRenderer): THREE.Texture {
  const room = new THREE.Scene();
  const walls = new THREE.MeshBasicMaterial({ side: THREE.BackSide, color: WALLS });
  room.add(new THREE.Mesh(new THREE.BoxGeometry(ROOM, ROOM, ROOM), walls));
  for (const panel of PANELS) room.add(softBox(panel));
  const generator = new THREE.PMREMGenerator(renderer);
  const map = generator.fromScene(room, SOFTNESS, 0.1, 100).texture;
  generator.dispose();
  return map;
}

function softBox(panel: StudioPanel): THREE.Mesh {
  const material = new THREE.MeshBasicMaterial({ side: THREE.DoubleSide });
  material.color.setScalar(panel.glow);
  const mesh = new THREE.Mesh(new THREE.PlaneGeometry(...panel.size), material);
  mesh.position.set(...panel.at);
  mesh.lookAt(...LOOKED_AT);
  return mesh;
}

/** The key light with its shadow. */
function makeKey(): THREE.DirectionalLight {
  const key = new THREE.DirectionalLight(0xfff4e8, 1.9);
  key.position.set(1.9, 4.9, 3);
  key.target.position.set(0, 0.9, 0);
  key.castShadow = true;
  key.shadow.mapSize.set(SHADOW_SIZE.fine, SHADOW_SIZE.fine);
  key.shadow.radius = SHADOW_BLUR;
  key.shadow.normalBias = NORMAL_BIAS;
  key.shadow.bias = -0.0004;
  Object.assign(key.shadow.camera, {
    left: -1.4,
    right: 1.4,
    top: 1.5,
    bottom: -1.3,
    near: 2,
    far: 9,
  });
  return key;
}

/** The key light, and one from behind without a shadow. */
function makeLights(key: THREE.DirectionalLight): THREE.Object3D {
  const lights = new THREE.Group();
  const rim = new THREE.DirectionalLight(0xe8eeff, 1.5);
  rim.position.set(-2.8, 2.8, -3);
  lights.add(key, key.target, rim);
  return lights;
}
