// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A hand for keys: a ring on a vertex of the cloth, which arrows move over what is seen, and which can take hold and
// pull. It rides on the cloth; a dot shows where it pulls to.
import * as THREE from 'three';
import type { LiveEvent } from '../workers/live_events';
import { dragEvent, grabEvent, pickCloth, type Spot } from './cloth_pick';
import type { ClothDrag } from './drag';
import type { Stage } from './stage';

/** A press moves the ring so far, px, and leaps over gaps of so many presses. */
const STRIDE = 18;
const LEAP = 6;
/** A press pulls so far, m. */
const PULL = 0.03;
/** The ring begins at the nearest of so many places that are seen, each in a cell of so many px. */
const TRIES = 24;
const CELL = 28;

/** The ring, its dot, and what it does. */
export class ClothCursor {
  readonly element = document.createElement('div');
  private readonly dot = document.createElement('i');
  private spot: Spot | null = null;
  /** Where it pulls to while it holds. */
  private goal: THREE.Vector3 | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly drag: ClothDrag,
    private readonly send: (event: LiveEvent) => void,
  ) {
    const ring = document.createElement('b');
    this.element.className = 'cloth-cursor';
    this.element.setAttribute('aria-hidden', 'true');
    this.element.append(ring, this.dot);
    this.hide();
  }

  /** Lays the ring on the cloth that is nearest to the middle of the view; the name of the cloth, null when none is seen. */
  aim(): string | null {
    const { left, top, right, bottom } = this.stage.rig.free;
    const middle = new THREE.Vector2((left + right) / 2, (top + bottom) / 2);
    this.spot = this.pickAt(middle) ?? this.nearest(middle);
    this.draw();
    return this.name;
  }

  /** Moves the ring over the screen; the name of the cloth under it, null when there is no more cloth that way. */
  move(right: number, up: number): string | null {
    const from = this.project(this.position());
    for (let n = 1; n <= LEAP; n++) {
      const spot = this.pickAt(
        from.clone().add(new THREE.Vector2(right, -up).multiplyScalar(n * STRIDE)),
      );
      const same = spot?.cloth === this.spot?.cloth && spot?.vertex === this.spot?.vertex;
      if (!spot || same) continue;
      this.spot = spot;
      this.draw();
      return this.name;
    }
    return null;
  }

  /** Takes hold. */
  grab(): void {
    if (!this.spot) return;
    const point = this.position();
    this.goal = point;
    this.send(grabEvent(this.drag.cloths[this.spot.cloth], { ...this.spot, point }));
    this.draw();
  }

  /** Pulls what is held: over the screen, and towards the viewer. */
  pull(right: number, up: number, near: number): void {
    if (!this.goal) return;
    const axis = (i: number) =>
      new THREE.Vector3().setFromMatrixColumn(this.stage.rig.camera.matrix, i);
    this.goal
      .addScaledVector(axis(0), PULL * right)
      .addScaledVector(axis(1), PULL * up)
      .addScaledVector(axis(2), PULL * near);
    this.send(dragEvent(this.goal));
    this.draw();
  }

  /** Lets go. */
  drop(): void {
    if (this.goal) this.send({ do: 'drop' });
    this.hide();
  }

  /** Takes the ring away, without a word to the simulation. */
  hide(): void {
    this.spot = this.goal = null;
    this.element.hidden = true;
  }

  /** Brings ring and dot to where the cloth is now. */
  draw(): void {
    const { cloths } = this.drag;
    if (!this.spot || !cloths[this.spot.cloth]) return this.hide();
    this.element.hidden = false;
    this.element.classList.toggle('holds', this.goal !== null);
    moveTo(this.element, this.project(this.position()));
    if (!this.goal) return;
    moveTo(this.dot, this.project(this.goal).sub(this.project(this.position())));
  }

  private get name(): string | null {
    return this.spot && this.drag.cloths[this.spot.cloth].name;
  }

  private position(): THREE.Vector3 {
    const { cloth, vertex } = this.spot!;
    const { position } = this.drag.cloths[cloth].mesh.geometry.attributes;
    return new THREE.Vector3().fromBufferAttribute(position, vertex);
  }

  private pickAt({ x, y }: THREE.Vector2): Spot | null {
    const { left, top } = this.stage.canvas.getBoundingClientRect();
    const { cloths, solids } = this.drag;
    return pickCloth(this.stage.rayAt(left + x, top + y), cloths, solids);
  }

  /** Of the vertices, one in each cell of the screen, the first that is seen, from the middle outwards. */
  private nearest(middle: THREE.Vector2): Spot | null {
    const cells = new Map<string, THREE.Vector2>();
    const point = new THREE.Vector3();
    for (const { mesh } of this.drag.cloths) {
      const { position } = mesh.geometry.attributes;
      for (let i = 0; i < position.count; i++) {
        const at = this.project(point.fromBufferAttribute(position, i));
        cells.set(`${Math.round(at.x / CELL)} ${Math.round(at.y / CELL)}`, at);
      }
    }
    const near = [...cells.values()].sort((a, b) => a.distanceTo(middle) - b.distanceTo(middle));
    for (const at of near.slice(0, TRIES)) {
      const spot = this.pickAt(at);
      if (spot) return spot;
    }
    return null;
  }

  /** Where a point is on the canvas, px. */
  private project(point: THREE.Vector3): THREE.Vector2 {
    const { clientWidth, clientHeight } = this.stage.canvas;
    const { x, y } = point.clone().project(this.stage.rig.camera);
    return new THREE.Vector2(((x + 1) / 2) * clientWidth, ((1 - y) / 2) * clientHeight);
  }
}

function moveTo(element: HTMLElement, { x, y }: THREE.Vector2): void {
  element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
}
