// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Avatars of a scene: the body that the core loads, and what a tailor needs of it.
import { buildClips, buildMotion, measure, motionNames, skin } from '../avatar/index.js';
import { wornBody, type WornBody } from '../garment/worn_body.js';
import { SceneError } from '../errors.js';
import type { Scene, SceneBody } from '../scene.js';
import type { Avatar, Clip, Measurements } from '../types.js';
import type { Body } from '../model.js';

/** The morph that keeps feet out of the way of trousers. */
export const TUBE_FEET = 'tube_feet';

/** An avatar in a scene. */
export interface Wearer {
  avatar: Avatar;
  measurements: Measurements;
  /** The clips that every avatar has. The first is what it does before anything else: it stands to be sewn on. */
  clips: Clip[];
  /** Motions that scenes asked for, by name. */
  motions: Map<string, Clip>;
}

/** Builds an avatar through the host's builder. */
export function buildWearer(
  body: string,
  build: ((name: string) => Avatar) | undefined,
  path: string,
): Wearer {
  if (!build)
    throw new SceneError(path, 'this scene needs the avatar files, which are missing here');
  const avatar = build(body);
  const known = WEARERS.get(avatar);
  if (known) return known;
  const wearer = {
    avatar,
    measurements: measure(avatar),
    clips: buildClips(avatar),
    motions: new Map(),
  };
  WEARERS.set(avatar, wearer);
  return wearer;
}

/** Measuring and sampling motion take longer than anything else here; an avatar never changes. */
const WEARERS = new WeakMap<Avatar, Wearer>();

/** The body of an avatar as the core loads it, with the motions that the scene plays on it. */
export function avatarBody(spec: SceneBody, name: string, wearer: Wearer, scene: Scene): Body {
  const { avatar, motions } = wearer;
  const asked = askedMotions(spec, name, scene);
  for (const motion of asked.filter((m) => !motions.has(m))) {
    motions.set(motion, buildMotion(avatar, motion));
  }
  const clips = [...wearer.clips, ...asked.map((m) => motions.get(m)!)];
  return {
    name,
    positions: avatar.positions,
    triangles: avatar.triangles,
    parts: avatar.parts,
    open: false,
    friction: spec.friction ?? 1,
    skin: { bones: avatar.bones, indices: avatar.boneIndices, weights: avatar.boneWeights },
    morphs: avatar.morphs,
    clips,
  };
}

/** Long motions are cooked only into scenes that name them. */
function askedMotions(spec: SceneBody, name: string, scene: Scene): string[] {
  const played = (scene.timeline ?? [])
    .filter((e) => e.do === 'play' && (e.body === undefined || e.body === name))
    .map((e) => e.clip);
  const own = spec.kind === 'avatar' ? [spec.motion, ...(spec.motions ?? [])] : [];
  return motionNames.filter((motion) => own.includes(motion) || played.includes(motion));
}

/** The avatar as it stands to be sewn on. */
export function standing({ avatar, clips, measurements }: Wearer, tubeFeet: boolean): WornBody {
  const pose = clips[0].poses[0];
  const morphs: Record<string, number> = tubeFeet ? { [TUBE_FEET]: 1 } : {};
  return wornBody(avatar, pose, skin(avatar, pose, morphs), measurements);
}
