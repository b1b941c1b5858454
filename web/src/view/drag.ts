// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Dragging cloth with the pointer: what is grabbed moves in a plane that faces the camera. A pointer that meets no
// cloth is left to the camera.
import * as THREE from 'three';
import type { Deed } from '../workers/live_events';
import type { ClothView } from './cloth_view';
import type { Stage } from './stage';

/** Stiffness of the spring between pointer and cloth, N/m. */
const GRAB_STIFFNESS = 40;
/** Places are rounded to this, m, which keeps shared links short. */
const GRID = 1 / 1024;

/** Turns the pointer on the canvas into grab, drag and drop. */
export class ClothDrag {
  /** The cloths that can be grabbed; empty while nothing is open. */
  cloths: ClothView[] = [];
  /** What may hide cloth from the pointer. */
  solids: THREE.Object3D[] = [];
  private grabbed: number | null = null;
  private readonly plane = new THREE.Plane();

  constructor(
    private readonly stage: Stage,
    private readonly send: (event: Deed) => void,
  ) {
    const { canvas } = stage;
    canvas.addEventListener('pointerdown', (e) => this.down(e), { capture: true });
    canvas.addEventListener('pointermove', (e) => this.move(e), { capture: true });
    for (const name of ['pointerup', 'pointercancel'] as const) {
      canvas.addEventListener(name, (e) => this.up(e), { capture: true });
    }
  }

  private down(e: PointerEvent): void {
    if (e.button !== 0 || this.grabbed !== null) return;
    const ray = this.stage.rayAt(e.clientX, e.clientY);
    const meshes = this.cloths.map((c) => c.mesh);
    const hit = ray.intersectObjects<THREE.Object3D>([...meshes, ...this.solids], false)[0];
    const cloth = meshes.findIndex((mesh) => mesh === hit?.object);
    if (!hit?.face || cloth < 0) return;
    this.grabbed = e.pointerId;
    this.hold(e, true);
    const normal = this.stage.rig.camera.getWorldDirection(new THREE.Vector3());
    this.plane.setFromNormalAndCoplanarPoint(normal, hit.point);
    const vertex = nearestCorner(hit, meshes[cloth]);
    this.send({
      do: 'grab',
      cloth: this.cloths[cloth].name,
      vertex,
      value: rounded(hit.point),
      stiffness: GRAB_STIFFNESS,
    });
  }

  private move(e: PointerEvent): void {
    if (e.pointerId !== this.grabbed) return;
    e.stopImmediatePropagation();
    const place = new THREE.Vector3();
    const { ray } = this.stage.rayAt(e.clientX, e.clientY);
    if (ray.intersectPlane(this.plane, place)) this.send({ do: 'drag', value: rounded(place) });
  }

  private up(e: PointerEvent): void {
    if (e.pointerId !== this.grabbed) return;
    this.hold(e, false);
    this.grabbed = null;
    this.send({ do: 'drop' });
  }

  /** Keeps the camera still while cloth is held. */
  private hold(e: PointerEvent, held: boolean): void {
    const { canvas, rig } = this.stage;
    e.stopImmediatePropagation();
    rig.controls.enabled = !held;
    canvas.classList.toggle('holding', held);
    if (held) canvas.setPointerCapture(e.pointerId);
    else canvas.releasePointerCapture(e.pointerId);
  }
}

function nearestCorner(hit: THREE.Intersection, mesh: THREE.Mesh): number {
  const position = mesh.geometry.attributes.position;
  const corners = [hit.face!.a, hit.face!.b, hit.face!.c];
  const corner = new THREE.Vector3();
  const distance = (i: number) => corner.fromBufferAttribute(position, i).distanceTo(hit.point);
  return corners.reduce((best, i) => (distance(i) < distance(best) ? i : best));
}

function rounded(point: THREE.Vector3): [number, number, number] {
  const round = (x: number) => Math.round(x / GRID) * GRID;
  return [round(point.x), round(point.y), round(point.z)];
}
