// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Writes a resolved scene in the format of core/docs/scene_format.md, section by section.
import type { Shape } from '../bodies/convex.js';
import { FABRIC_FIELDS } from '../cloth/fabric.js';
import type { Clip } from '../types.js';
import type { BandPiece, Body, Cloth, CookedScene, Event, Setting, World } from '../model.js';
import { SceneFile, SectionBytes } from './sections.js';

const QUATERNION_UNIT = 32767;
const GRID = 1048576;

/** The bytes of a cooked scene and its content hash as [low, high]. */
export function writeScene(scene: CookedScene): { bytes: Uint8Array; hash: [number, number] } {
  const file = new SceneFile();
  file.add('WRLD', 0, worldSection(scene.world));
  if (scene.world.settings.length > 0) {
    file.add('METH', 0, settingSection(scene.world.settings));
  }
  scene.bodies.forEach((body, i) => addBody(file, i, body));
  scene.cloths.forEach((cloth, i) => addCloth(file, i, cloth));
  if (scene.events.length > 0) file.add('EVNT', 0, eventSection(scene.events));
  return file.pack();
}

function worldSection(w: World): Uint8Array {
  return new SectionBytes(56)
    .f32(w.frame, ...w.gravity, ...w.wind, w.gust)
    .f32(w.airDensity, w.contactRadius, w.bodyMoveLimit)
    .u32(w.minSubsteps, w.steps, w.sleep ? 0 : 1)
    .finish();
}

function settingSection(settings: Setting[]): Uint8Array {
  const section = new SectionBytes(56 * settings.length);
  for (const { stage, name, value } of settings) {
    section
      .name(stage, 16)
      .name(name)
      .f32(value ?? 0)
      .u32(value === undefined ? 0 : 1);
  }
  return section.finish();
}

function addBody(file: SceneFile, owner: number, body: Body): void {
  const bones = body.skin?.bones ?? [];
  const head = new SectionBytes(64)
    .u32(body.positions.length / 3, body.triangles.length / 3, bones.length, body.open ? 1 : 0)
    .f32(body.friction)
    .u32(0, 0, 0)
    .name(body.name);
  file.add('BODY', owner, head.finish());
  file.add('BPOS', owner, floats(body.positions));
  file.add('BTRI', owner, words(body.triangles));
  if (body.parts) file.add('BPRT', owner, words(body.parts));
  if (body.shape) file.add('BSHP', owner, shapeSection(body.shape));
  if (body.skin) {
    file.add('BSKI', owner, halves(body.skin.indices));
    file.add('BSKW', owner, halves(body.skin.weights));
    file.add('BHED', owner, floats(bones.flatMap((b) => b.head)));
  }
  for (const morph of body.morphs) {
    const count = morph.vertices.length;
    const section = new SectionBytes(40 + 16 * count).u32(count, 0).name(morph.name);
    file.add('BMRF', owner, section.u32s(morph.vertices).f32s(morph.deltas).finish());
  }
  for (const clip of body.clips) file.add('CLIP', owner, clipSection(clip, bones.length));
}

function shapeSection({ kind, center, rotation, radius, half }: Shape): Uint8Array {
  return new SectionBytes(48)
    .u32(kind)
    .f32(...center, ...rotation, radius, ...half)
    .finish();
}

function clipSection(clip: Clip, bones: number): Uint8Array {
  const section = new SectionBytes(40 + 20 * bones * clip.poses.length);
  section.u32(clip.poses.length, clip.loop ? 1 : 0).name(clip.name);
  for (const pose of clip.poses) {
    for (let b = 0; b < bones; b++) {
      for (let k = 0; k < 4; k++) {
        section.i16(Math.round(pose.rotations[4 * b + k] * QUATERNION_UNIT));
      }
      for (let k = 0; k < 3; k++) section.i32(Math.round(pose.heads[3 * b + k] * GRID));
    }
  }
  return section.finish();
}

function addCloth(file: SceneFile, owner: number, cloth: Cloth): void {
  const head = new SectionBytes(120)
    .u32(cloth.positions.length / 3, cloth.triangles.length / 3)
    .u32(cloth.seams.length / 2, cloth.pins.length, cloth.layer)
    .f32(cloth.seamCloseSeconds, ...FABRIC_FIELDS.map((f) => cloth.fabric[f]))
    .u32(cloth.bands?.length ?? 0)
    .name(cloth.name);
  file.add('CLTH', owner, head.finish());
  file.add('CPOS', owner, floats(cloth.positions));
  if (cloth.velocities) file.add('CVEL', owner, floats(cloth.velocities));
  if (cloth.material) file.add('CMAT', owner, floats(cloth.material));
  file.add('CTRI', owner, words(cloth.triangles));
  if (cloth.seams.length > 0) file.add('CSEM', owner, words(cloth.seams));
  if (cloth.pins.length > 0) file.add('CPIN', owner, pinSection(cloth));
  if (cloth.bands && cloth.bands.length > 0) file.add('CBND', owner, bandSection(cloth.bands));
}

function bandSection(bands: BandPiece[]): Uint8Array {
  const section = new SectionBytes(20 * bands.length);
  for (const { vertices, rest, stiffness, mass } of bands) {
    section.u32(...vertices).f32(rest, stiffness, mass);
  }
  return section.finish();
}

function pinSection({ pins }: Cloth): Uint8Array {
  const section = new SectionBytes(32 * pins.length);
  for (const p of pins) {
    section.u32(p.vertex, p.kind, p.body, p.element).f32(...p.offset, p.stiffness);
  }
  return section.finish();
}

/** Events sorted by step; those of one step keep their order. */
function eventSection(events: Event[]): Uint8Array {
  const section = new SectionBytes(48 * events.length);
  const sorted = events.map((e, i) => ({ e, i })).sort((a, b) => a.e.step - b.e.step || a.i - b.i);
  for (const { e } of sorted) {
    const p = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => e.p[k] ?? 0);
    section.u32(e.step, e.kind, e.target, e.index).f32(...p);
  }
  return section.finish();
}

function floats(values: ArrayLike<number>): Uint8Array {
  return new SectionBytes(4 * values.length).f32s(values).finish();
}

function words(values: ArrayLike<number>): Uint8Array {
  return new SectionBytes(4 * values.length).u32s(values).finish();
}

function halves(values: ArrayLike<number>): Uint8Array {
  return new SectionBytes(2 * values.length).u16s(values).finish();
}
