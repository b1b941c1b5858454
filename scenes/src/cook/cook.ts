// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The cook: a scene description in, the bytes that the core loads out, and what a page wants to know about them.
import { motionNames } from '../avatar/index.js';
import { bezierMorphs, bezierMoves } from '../bodies/bezier.js';
import { shapeOf } from '../bodies/convex.js';
import { rideCourse } from '../bodies/course.js';
import { buildPrimitive } from '../bodies/primitive.js';
import { checkScene } from '../check.js';
import { jitterCloth } from '../cloth/jitter.js';
import { SceneError, unknownValue } from '../errors.js';
import type { Scene, SceneBody, SceneCloth } from '../scene.js';
import type { Avatar, Measurements, Progress } from '../types.js';
import { avatarBody, buildWearer, type Wearer } from './avatars.js';
import { buildDisc, buildGrid, buildMeshCloth, buildTube } from './cloths.js';
import { hashText } from './fnv.js';
import {
  dressWearer,
  type GarmentInfo,
  type GarmentOrder,
  type ResolvedGarment,
} from './garments.js';
import { resolveWorld } from './methods.js';
import { EVENT, type Body, type Cloth, type CookedScene, type Event } from '../model.js';
import { CLOSE_SECONDS, planSewing } from './sewing.js';
import { resolveTimeline, type Moments } from './timeline.js';
import { writeScene } from './write.js';
import { pinchMap, type Pinchable, type PinchMap } from '../pinch/pinch.js';

/** What the cook needs beside the scene. */
export interface CookResources {
  /** Builds the avatar of that name; needed by scenes with an avatar. */
  avatar?: (name: string) => Avatar;
  /** Looks for pinches as well, which takes a second or two for a scene with an avatar. */
  pinches?: boolean;
}

export interface BodyInfo {
  name: string;
  kind: string;
  vertices: number;
  triangles: number;
  /** Names of clips and morphs, in the order of their numbers. */
  clips: string[];
  morphs: string[];
}

export interface ClothInfo {
  name: string;
  kind: string;
  vertices: number;
  triangles: number;
  seams: number;
  pins: number;
  /** Present for garments. */
  garment?: GarmentInfo;
}

/** What was cooked, for a page, a report or a test. */
export interface CookInfo extends Moments {
  name: string;
  title: string;
  /** Content hash of the bytes, 16 hexadecimal digits. */
  hash: string;
  steps: number;
  frame: number;
  bodies: BodyInfo[];
  cloths: ClothInfo[];
  /** Present when it was asked for. */
  pinches?: PinchMap;
}

/** A body of the scene on its way, and its tailor's data when it is an avatar. */
interface Dressable {
  body: Body;
  wearer?: Wearer;
}

/** Checks and cooks a scene. Equal scenes give equal bytes in every engine. Throws a SceneError. */
export function cook(
  scene: Scene,
  resources: CookResources = {},
  progress: Progress = () => {},
): { bytes: Uint8Array; info: CookInfo } {
  checkScene(scene);
  progress(0, 'building bodies');
  const world = resolveWorld(scene);
  const dressables = (scene.bodies ?? []).map((b, i) => resolveBody(b, i, scene, resources));
  const bodies = dressables.map((d) => d.body);
  progress(0.3, 'making clothes');
  const closeSeconds = sewingSeconds(scene);
  const garments = makeGarments(scene, dressables, resources, closeSeconds);
  const cloths = scene.cloths
    .map((c, i) => garments.get(i)?.cloth ?? resolveCloth(c, i, bodies))
    .map((cloth, i) => (scene.jitter ? jitterCloth(cloth, i, scene.jitter) : cloth));
  const sewing = planSewing(
    [...garments.values()].map((g) => g.sewn),
    world,
    closeSeconds,
  );
  const stage = { world, bodies, cloths, moments: sewing };
  const own = resolveTimeline(scene, stage);
  const motions = playMotions(scene, bodies, sewing.settled);
  const cooked: CookedScene = {
    world,
    bodies,
    cloths,
    events: [...sewing.events, ...startEvents(scene), ...motions, ...own],
  };
  progress(0.5, 'writing');
  const { bytes, hash } = writeScene(cooked);
  const info = describe(scene, cooked, sewing, garments, hashText(hash));
  if (resources.pinches) {
    const looking: Progress = (f, what) => progress(0.5 + f / 2, what);
    info.pinches = pinchMap(cooked, avatarsOf(dressables, garments), looking);
  }
  progress(1, 'cooked');
  return { bytes, info };
}

function avatarsOf(dressables: Dressable[], garments: Map<number, ResolvedGarment>): Pinchable[] {
  return dressables.flatMap(({ wearer }, index) => {
    if (!wearer) return [];
    const worn = [...garments.values()].filter((g) => g.body === index);
    return [{ index, avatar: wearer.avatar, cloths: worn.map((g) => g.cloth) }];
  });
}

function resolveBody(
  spec: SceneBody,
  i: number,
  scene: Scene,
  resources: CookResources,
): Dressable {
  const name = spec.name ?? `${spec.kind}-${i}`;
  if (spec.kind === 'avatar') {
    const wearer = buildWearer(spec.body, resources.avatar, `bodies[${i}]`);
    return { body: avatarBody(spec, name, wearer, scene), wearer };
  }
  const mesh = buildPrimitive(spec);
  const body = {
    name,
    ...mesh,
    open: spec.kind === 'mesh' && spec.open === true,
    friction: spec.friction ?? 1,
    shape: shapeOf(spec, `bodies[${i}]`),
    morphs: spec.kind === 'bezier' ? bezierMorphs(spec, spec) : [],
    clips: [],
  };
  if (!spec.course) return { body };
  const frame = scene.frame ?? 1 / 60;
  const at = spec.at ?? [0, 0, 0];
  return { body: { ...body, ...rideCourse(spec.course, at, mesh.positions.length / 3, frame) } };
}

function resolveCloth(spec: SceneCloth, i: number, bodies: Body[]): Cloth {
  const name = spec.name ?? `${spec.kind}-${i}`;
  if (spec.kind === 'disc') {
    try {
      return buildDisc(spec, name);
    } catch (error) {
      throw new SceneError(`cloths[${i}]`, (error as Error).message);
    }
  }
  try {
    if (spec.kind === 'grid') return buildGrid(spec, name, bodies);
    if (spec.kind === 'tube') return buildTube(spec, name, bodies);
  } catch (error) {
    throw new SceneError(`cloths[${i}].pins`, (error as Error).message);
  }
  return buildMeshCloth(spec as MeshCloth, name);
}

type MeshCloth = Extract<SceneCloth, { kind: 'mesh' }>;

/** What moves or closes by itself does so from the first step. */
function startEvents(scene: Scene): Event[] {
  const courses = (scene.bodies ?? []).flatMap((spec, target): Event[] =>
    spec.kind !== 'avatar' && spec.course
      ? [{ step: 0, kind: EVENT.play, target, index: 0, p: [0, 0] }]
      : [],
  );
  const tubes = scene.cloths.flatMap((spec, target): Event[] =>
    spec.kind === 'tube' ? [{ step: 0, kind: EVENT.weld, target, index: 0, p: [] }] : [],
  );
  const waves = (scene.bodies ?? []).flatMap((spec, target): Event[] =>
    spec.kind === 'bezier'
      ? bezierMoves(spec).map(({ point, begin, seconds, weight }) => ({
          step: Math.round(begin / (scene.frame ?? 1 / 60)),
          kind: EVENT.morph,
          target,
          index: point,
          p: [weight, seconds],
        }))
      : [],
  );
  return [...courses, ...tubes, ...waves];
}

/** Seconds that seams take to close: what an event `sew` says, or the default. */
function sewingSeconds(scene: Scene): number {
  return scene.timeline?.find((e) => e.do === 'sew')?.seconds ?? CLOSE_SECONDS;
}

function makeGarments(
  scene: Scene,
  dressables: Dressable[],
  resources: CookResources,
  closeSeconds: number,
): Map<number, ResolvedGarment> {
  const orders = scene.cloths.flatMap((spec, index): GarmentOrder[] => {
    if (spec.kind !== 'garment') return [];
    const body = wearerOf(spec.wearer, dressables, `cloths[${index}].wearer`);
    const wearer = dressables[body].wearer!;
    const measurements = cutFor(spec, wearer, resources, `cloths[${index}].drafted_for`);
    return [{ spec, index, name: spec.name ?? spec.pattern, body, wearer, measurements }];
  });
  const garments = new Map<number, ResolvedGarment>();
  dressables.forEach((_, body) => {
    const own = orders.filter((o) => o.body === body);
    for (const [i, g] of dressWearer(own, closeSeconds)) garments.set(i, g);
  });
  return garments;
}

function wearerOf(name: string | undefined, dressables: Dressable[], path: string): number {
  const i = dressables.findIndex((d) => d.wearer && (name === undefined || d.body.name === name));
  if (i >= 0) return i;
  const names = dressables.filter((d) => d.wearer).map((d) => d.body.name);
  if (name !== undefined) throw new SceneError(path, unknownValue('avatar', name, names));
  throw new SceneError(path, 'a garment needs a body of the kind avatar in the scene');
}

/** The measurements a garment is cut to: the wearer's, or another body's, times its scale. */
function cutFor(
  spec: { drafted_for?: string; scale?: number },
  wearer: Wearer,
  resources: CookResources,
  path: string,
): Measurements {
  const other = spec.drafted_for;
  const whose = other === undefined ? wearer : buildWearer(other, resources.avatar, path);
  const entries = Object.entries(whose.measurements).map(([name, value]): [string, number] => [
    name,
    name === 'shoulderSlope' ? value : value * (spec.scale ?? 1),
  ]);
  return Object.fromEntries(entries);
}

/** Avatars with a motion start it once their clothes hang. */
function playMotions(scene: Scene, bodies: Body[], step: number): Event[] {
  return (scene.bodies ?? []).flatMap((spec, target): Event[] => {
    if (spec.kind !== 'avatar' || spec.motion === undefined) return [];
    const names = bodies[target].clips.map((c) => c.name);
    const index = names.indexOf(spec.motion);
    if (index < 0) {
      const known = [...new Set([...names, ...motionNames])];
      throw new SceneError(`bodies[${target}].motion`, unknownValue('motion', spec.motion, known));
    }
    return [{ step, kind: EVENT.play, target, index, p: [1, 0] }];
  });
}

function describe(
  scene: Scene,
  { world, bodies, cloths }: CookedScene,
  { sewn, settled }: Moments,
  garments: Map<number, ResolvedGarment>,
  hash: string,
): CookInfo {
  const counts = (m: Body | Cloth) => ({
    vertices: m.positions.length / 3,
    triangles: m.triangles.length / 3,
  });
  return {
    name: scene.name,
    title: scene.title ?? scene.name,
    hash,
    steps: world.steps,
    frame: world.frame,
    sewn,
    settled,
    bodies: bodies.map((b, i) => ({
      name: b.name,
      kind: scene.bodies![i].kind,
      ...counts(b),
      clips: b.clips.map((c) => c.name),
      morphs: b.morphs.map((m) => m.name),
    })),
    cloths: cloths.map((c, i) => ({
      name: c.name,
      kind: scene.cloths[i].kind,
      ...counts(c),
      seams: c.seams.length / 2,
      pins: c.pins.length,
      garment: garments.get(i)?.info,
    })),
  };
}
