// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Dragging cloth with the pointer: what is grabbed moves in a plane that faces the camera. A pointer that meets no
// cloth is left to the camera, and so are both fingers when a second one comes.
import * as THREE from 'three';
import type { LiveEvent } from '../workers/live_events';
import { dragEvent, grabEvent, pickCloth } from './cloth_pick';
import type { ClothView } from './cloth_view';
import type { Stage } from './stage';

/** A pointer that moved less than this only tapped, px. */
const TAP = 6;

/** Turns the pointer on the canvas into grab, drag and drop. */
export class ClothDrag {
  /** The cloths that can be grabbed; empty while nothing is open. */
  cloths: ClothView[] = [];
  /** What may hide cloth from the pointer. */
  solids: THREE.Object3D[] = [];
  /** The pointer takes hold of cloth. */
  onGrab: () => void = () => {};
  /** A cloth was tapped or clicked, and not moved. */
  onTap: (cloth: number) => void = () => {};
  private grabbed: { start: PointerEvent; cloth: number; moved: boolean } | null = null;
  private readonly plane = new THREE.Plane();

  constructor(
    private readonly stage: Stage,
    private readonly send: (event: LiveEvent) => void,
  ) {
    const { canvas } = stage;
    canvas.addEventListener('pointerdown', (e) => this.down(e), { capture: true });
    canvas.addEventListener('pointermove', (e) => this.move(e), { capture: true });
    for (const name of ['pointerup', 'pointercancel'] as const) {
      canvas.addEventListener(name, (e) => this.up(e), { capture: true });
    }
  }

  private down(e: PointerEvent): void {
    if (this.grabbed) return this.yieldTo(e);
    if (e.button !== 0 || e.ctrlKey || e.metaKey || e.shiftKey || !e.isPrimary || !e.isTrusted)
      return;
    const spot = pickCloth(this.stage.rayAt(e.clientX, e.clientY), this.cloths, this.solids);
    if (!spot) return;
    this.grabbed = { start: e, cloth: spot.cloth, moved: false };
    this.onGrab();
    this.hold(e, true);
    const normal = this.stage.rig.camera.getWorldDirection(new THREE.Vector3());
    this.plane.setFromNormalAndCoplanarPoint(normal, spot.point);
    this.send(grabEvent(this.cloths[spot.cloth], spot));
  }

  private move(e: PointerEvent): void {
    if (e.pointerId !== this.grabbed?.start.pointerId) return;
    e.stopImmediatePropagation();
    const { start } = this.grabbed;
    if (Math.hypot(e.clientX - start.clientX, e.clientY - start.clientY) > TAP) {
      this.grabbed.moved = true;
    }
    const place = new THREE.Vector3();
    const { ray } = this.stage.rayAt(e.clientX, e.clientY);
    if (ray.intersectPlane(this.plane, place)) this.send(dragEvent(place));
  }

  private up(e: PointerEvent): void {
    if (e.pointerId !== this.grabbed?.start.pointerId) return;
    const { cloth, moved } = this.grabbed;
    e.stopImmediatePropagation();
    this.letGo();
    if (!moved && e.type === 'pointerup') this.onTap(cloth);
  }

  /** A second finger: the cloth is let go, and the camera hears of the first finger what it has missed. */
  private yieldTo(e: PointerEvent): void {
    const { start } = this.grabbed!;
    if (e.pointerType !== 'touch' || start.pointerType !== 'touch') return;
    this.letGo();
    const { pointerId, pointerType, clientX, clientY, button, buttons, isPrimary } = start;
    const first = { pointerId, pointerType, clientX, clientY, button, buttons, isPrimary };
    this.stage.canvas.dispatchEvent(new PointerEvent('pointerdown', first));
  }

  private letGo(): void {
    const { start } = this.grabbed!;
    this.grabbed = null;
    this.hold(start, false);
    this.send({ do: 'drop' });
  }

  /** Keeps the camera still while cloth is held. */
  private hold(e: PointerEvent, held: boolean): void {
    const { canvas, rig } = this.stage;
    if (held) e.stopImmediatePropagation();
    rig.controls.enabled = !held;
    canvas.classList.toggle('holding', held);
    if (held) canvas.setPointerCapture(e.pointerId);
    else if (canvas.hasPointerCapture(e.pointerId)) canvas.releasePointerCapture(e.pointerId);
  }
}
