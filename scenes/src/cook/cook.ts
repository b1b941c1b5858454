// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The cook: a scene description in, the bytes that the core loads out, and what a page wants to know about them.
import { buildPrimitive } from '../bodies/primitive.js';
import type { Scene, SceneBody, SceneCloth } from '../scene.js';
import type { Avatar, Progress } from '../types.js';
import { buildGrid, buildMeshCloth } from './cloths.js';
import { hashText } from './fnv.js';
import { resolveWorld } from './methods.js';
import type { Body, Cloth, CookedScene } from './model.js';
import { writeScene } from './write.js';

/** What the cook needs beside the scene. */
export interface CookResources {
  /** Builds the avatar of that name; needed by scenes with an avatar. */
  avatar?: (name: string) => Avatar;
}

/** What was cooked, for a page, a report or a test. */
export interface CookInfo {
  name: string;
  title: string;
  /** Content hash of the bytes, 16 hexadecimal digits. */
  hash: string;
  steps: number;
  frame: number;
  bodies: { name: string; kind: string; vertices: number; triangles: number }[];
  cloths: { name: string; kind: string; vertices: number; triangles: number; seams: number }[];
}

/** Cooks a checked scene. Equal scenes give equal bytes in every engine. */
export function cook(
  scene: Scene,
  resources: CookResources = {},
  progress: Progress = () => {},
): { bytes: Uint8Array; info: CookInfo } {
  void resources;
  progress(0, 'building bodies');
  const bodies = (scene.bodies ?? []).map((b, i) => resolveBody(b, i));
  progress(0.3, 'building cloths');
  const cloths = scene.cloths.map((c, i) => resolveCloth(c, i));
  const cooked: CookedScene = { world: resolveWorld(scene), bodies, cloths, events: [] };
  progress(0.9, 'writing');
  const { bytes, hash } = writeScene(cooked);
  progress(1, 'cooked');
  return { bytes, info: describe(scene, cooked, hashText(hash)) };
}

function resolveBody(spec: SceneBody, i: number): Body {
  if (spec.kind === 'avatar') throw new Error('avatars are not cooked yet');
  return {
    name: spec.name ?? `${spec.kind}-${i}`,
    ...buildPrimitive(spec),
    open: spec.kind === 'mesh' && spec.open === true,
    friction: spec.friction ?? 1,
    morphs: [],
    clips: [],
  };
}

function resolveCloth(spec: SceneCloth, i: number): Cloth {
  const name = spec.name ?? `${spec.kind}-${i}`;
  if (spec.kind === 'grid') return buildGrid(spec, name);
  if (spec.kind === 'mesh') return buildMeshCloth(spec, name);
  throw new Error('garments are not cooked yet');
}

function describe(scene: Scene, cooked: CookedScene, hash: string): CookInfo {
  const counts = (m: Body | Cloth) => ({
    vertices: m.positions.length / 3,
    triangles: m.triangles.length / 3,
  });
  return {
    name: scene.name,
    title: scene.title ?? scene.name,
    hash,
    steps: cooked.world.steps,
    frame: cooked.world.frame,
    bodies: cooked.bodies.map((b, i) => ({
      name: b.name,
      kind: scene.bodies![i].kind,
      ...counts(b),
    })),
    cloths: cooked.cloths.map((c, i) => ({
      name: c.name,
      kind: scene.cloths[i].kind,
      ...counts(c),
      seams: c.seams.length / 2,
    })),
  };
}
