// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Everything of the open scene that stands on the stage: its cloths and its bodies, fed frame by frame.
import * as THREE from 'three';
import type { Detail } from '../choices';
import { capturedIn, frameLayout, type FrameLayout } from '../workers/frame';
import type { ClothShape, OpenedScene } from '../workers/protocol';
import { Between } from './between';
import { BodyView } from './body_view';
import { ClothView } from './cloth_view';
import type { Look } from './fabric_material';
import { CapturedMarks } from './captured_marks';
import { putBelow } from './layers';
import { makePedestal } from './pedestal';
import type { Stage } from './stage';
import { Treadmill } from './treadmill';

/** A wearer who walks reaches so much further than one who stands, m. */
const STRIDE = new THREE.Vector3(0, 0.02, 0.22);

/** The open scene on the stage. */
export class Wardrobe {
  readonly cloths: ClothView[];
  readonly bodies: BodyView[];
  /** Where cloth is held because the body leaves it no room. */
  readonly marks = new CapturedMarks();
  readonly layout: FrameLayout;
  /** Frames come in here, and moments between them out. */
  readonly between: Between;
  private readonly group = new THREE.Group();
  private readonly pedestals: THREE.Mesh[];
  private readonly treadmill: Treadmill | null;
  /** Which bodies stand on the floor of the stage; one that a scene brings along does not. */
  private readonly standing: boolean[];
  private framed = false;
  /** Coarse cloth is drawn as a smooth surface. */
  private smooth: boolean;

  constructor(
    private readonly stage: Stage,
    private readonly opened: OpenedScene,
    private readonly look: (cloth: number) => Look,
  ) {
    this.layout = frameLayout(opened.cloths, opened.bodies);
    this.between = new Between(this.layout);
    this.smooth = isSmooth(stage.detail);
    this.cloths = opened.cloths.map((shape, i) => this.hang(shape, i));
    this.bodies = opened.bodies.map((shape) => new BodyView(shape, () => stage.invalidate()));
    for (const { object } of this.bodies) putBelow(object, this.cloths.length);
    this.treadmill = opened.bodies[0]?.render ? new Treadmill() : null;
    this.standing = opened.bodies.map((_, i) => opened.scene.bodies?.[i].kind !== 'floor');
    this.group.add(...this.cloths.map((c) => c.mesh), ...this.bodies.map((b) => b.object));
    this.pedestals = (opened.scene.bodies ?? []).flatMap((body) => makePedestal(body) ?? []);
    this.group.add(this.marks.object, ...this.pedestals);
    this.group.visible = false;
    stage.scene.add(this.group);
  }

  /** Shows what there is to show now; false when that is shown already. */
  show(now: number): boolean {
    const floats = this.between.at(now);
    if (!floats) return false;
    const buffer = floats.buffer as ArrayBuffer;
    const part = (at: number, length: number) => floats.subarray(at, at + length);
    this.marks.clear();
    const bodies = this.layout.bodies.map((b) => ({ positions: part(b.positions, b.length) }));
    this.layout.cloths.forEach((c, i) => {
      const positions = part(c.positions, c.length);
      const captured = capturedIn(buffer, c);
      this.cloths[i].update(positions, part(c.normals, c.length), bodies, captured);
      this.marks.add(positions, captured);
    });
    this.marks.commit();
    const { contact } = this.stage.floor;
    contact.clear();
    this.layout.bodies.forEach((b, i) => {
      const positions = part(b.positions, b.length);
      this.bodies[i].update(positions, part(b.bones, b.boneLength));
      if (i === 0) this.runFloor(positions);
      if (this.standing[i]) contact.add(positions);
    });
    for (const c of this.layout.cloths) contact.add(part(c.positions, c.length));
    contact.commit();
    if (!this.framed) this.frame(floats);
    this.group.visible = true;
    this.stage.fill();
    return true;
  }

  /** Shows the looks of now. */
  refreshLooks(): void {
    this.cloths.forEach((cloth, i) => cloth.setLook(this.look(i)));
    this.stage.invalidate();
  }

  /** Draws with another detail; true when the cloths were made anew. Their places in `cloths` stay. */
  setDetail(detail: Detail): boolean {
    const smooth = isSmooth(detail);
    if (smooth === this.smooth) return false;
    this.smooth = smooth;
    this.opened.cloths.forEach((shape, i) => {
      const before = this.cloths[i];
      const view = this.hang(shape, i);
      this.cloths[i] = view;
      this.group.add(view.mesh);
      this.group.remove(before.mesh);
      before.dispose(); // only now: its shaders go on
    });
    this.between.again();
    return true;
  }

  dispose(): void {
    this.stage.scene.remove(this.group);
    this.marks.dispose();
    for (const { geometry, material } of this.pedestals) {
      geometry.dispose();
      (material as THREE.Material).dispose();
    }
    for (const view of [...this.cloths, ...this.bodies]) view.dispose();
  }

  /** Draws one of the cloths, of which the first is worn below the others. */
  private hang(shape: ClothShape, i: number): ClothView {
    const view = new ClothView(shape, this.look(i), this.smooth);
    putBelow(view.mesh, this.opened.cloths.length - 1 - i);
    return view;
  }

  private runFloor(positions: Float32Array): void {
    if (!this.treadmill) return;
    const { x, z } = this.treadmill.follow(positions);
    this.stage.floor.slide(x, z);
  }

  /** Points the camera at the first frame: at the body where there is one to wear the cloth. */
  private frame(floats: Float32Array): void {
    const box = new THREE.Box3();
    const parts = this.treadmill
      ? this.layout.bodies.slice(0, 1)
      : [...this.layout.cloths, ...this.layout.bodies];
    const point = new THREE.Vector3();
    for (const { positions, length } of parts) {
      for (let k = positions; k < positions + length; k += 3) {
        point.fromArray(floats, k).clampScalar(-2, 2.2);
        point.y = Math.max(0, point.y); // feet may be below the floor while trousers are sewn
        box.expandByPoint(point);
      }
    }
    if (this.treadmill) box.expandByVector(STRIDE);
    const width = box.max.x - box.min.x;
    // The whole of a table, but not of a stand that is taller than what lies on it is wide.
    if (this.pedestals.length > 0 && box.min.y < width) box.min.y = 0;
    this.stage.rig.setBounds(box);
    this.framed = true;
  }
}

/** Whether coarse cloth is drawn smooth; with the least detail only its normals are. */
function isSmooth(detail: Detail): boolean {
  return detail !== 'coarse';
}
