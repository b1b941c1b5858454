// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The scene's own timeline, resolved from names to the numbers of the core.
import { motionNames } from '../avatar/index.js';
import { FABRIC_NAMES } from '../cloth/fabric.js';
import { SceneError, unknownValue } from '../errors.js';
import type { Vec3 } from '../math/vec3.js';
import type { Scene, SceneEvent } from '../scene.js';
import { EVENT, PIN, type Body, type Cloth, type Event, type World } from '../model.js';

/** Moments that a scene may name instead of a step. */
export interface Moments {
  sewn: number;
  settled: number;
}

/** Everything that events refer to. */
interface Stage {
  world: World;
  bodies: Body[];
  cloths: Cloth[];
  moments: Moments;
}

/** Events of the scene's timeline; `sew` is not among them, it is part of the sewing. */
export function resolveTimeline(scene: Scene, stage: Stage): Event[] {
  return (scene.timeline ?? []).flatMap((e, i) => {
    const path = `timeline[${i}]`;
    return resolveEvent(e, path, stage);
  });
}

/** Garments are sewn without these, which come back with `sewn`. */
const AWAY_WHILE_SEWING: readonly string[] = ['gravity', 'friction'];

function resolveEvent(e: SceneEvent, path: string, stage: Stage): Event[] {
  const step = stepOf(e, path, stage.moments);
  const { sewn } = stage.moments;
  if (step < sewn && AWAY_WHILE_SEWING.includes(e.do)) {
    throw new SceneError(
      `${path}.at`,
      `garments are sewn without ${e.do} until step ${sewn}, and step ${step} is before that; ` +
        `give it at 'sewn' or later`,
    );
  }
  const body = () => indexOf(stage.bodies, e.body, `${path}.body`, 'body');
  const cloth = () => indexOf(stage.cloths, e.cloth, `${path}.cloth`, 'cloth');
  const one = (kind: number, target: number, index: number, p: number[]): Event[] => [
    { step, kind, target, index, p },
  ];
  const vector = (): Vec3 => (Array.isArray(e.value) ? e.value : [0, 0, 0]);
  const scalar = (fallback: number) => (typeof e.value === 'number' ? e.value : fallback);
  switch (e.do) {
    case 'play': {
      const target = body();
      const clip = numberOf(
        stage.bodies[target].clips,
        e.clip,
        `${path}.clip`,
        'clip',
        motionNames,
      );
      return one(EVENT.play, target, clip, [e.blend ?? 1, e.start ?? 0]);
    }
    case 'gravity':
      return one(EVENT.gravity, 0, 0, vector());
    case 'wind':
      return one(EVENT.wind, 0, 0, [...vector(), e.gust ?? 0]);
    case 'gust':
      return gust(step, e, stage.world, vector());
    case 'weld':
      return one(EVENT.weld, cloth(), 0, []);
    case 'damping':
      return one(EVENT.damping, cloth(), 0, [scalar(0)]);
    case 'friction':
      return one(EVENT.friction, 0, 0, [scalar(1)]);
    case 'morph': {
      const target = body();
      const morph = numberOf(stage.bodies[target].morphs, e.morph, `${path}.morph`, 'morph');
      return one(EVENT.morph, target, morph, [scalar(0), e.seconds ?? 0]);
    }
    case 'grab':
      return one(EVENT.grab, cloth(), vertexOf(e, path, stage.cloths[cloth()]), [
        ...vector(),
        e.stiffness ?? 100,
      ]);
    case 'drag':
      return one(EVENT.drag, 0, 0, vector());
    case 'drop':
      return one(EVENT.drop, 0, 0, []);
    case 'origin': {
      const coarse = vector().map(Math.fround);
      return one(EVENT.origin, 0, 0, [...coarse, ...vector().map((x, k) => x - coarse[k])]);
    }
    case 'fabric': {
      const fabric = FABRIC_NAMES.indexOf(e.fabric ?? '');
      if (fabric < 0) {
        throw new SceneError(
          `${path}.fabric`,
          unknownValue('fabric', e.fabric ?? '', FABRIC_NAMES),
        );
      }
      return one(EVENT.fabric, cloth(), fabric, []);
    }
    case 'release':
      return release(step, e, cloth(), `${path}.pins`);
    case 'hold':
      return one(EVENT.hold, cloth(), 0, [scalar(1), 0, e.seconds ?? 0]);
    default:
      return [];
  }
}

/** Wind that comes and goes. */
function gust(step: number, e: SceneEvent, world: World, value: Vec3): Event[] {
  const end = step + Math.max(1, Math.round((e.seconds ?? 1) / world.frame));
  return [
    { step, kind: EVENT.wind, target: 0, index: 0, p: [...value, e.gust ?? 0] },
    { step: end, kind: EVENT.wind, target: 0, index: 0, p: [...world.wind, world.gust] },
  ];
}

/** Drops all pins of a kind, or of every kind. */
function release(step: number, e: SceneEvent, target: number, path: string): Event[] {
  const kinds = Object.keys(PIN) as (keyof typeof PIN)[];
  const chosen = e.pins === undefined ? kinds : kinds.filter((k) => k === e.pins);
  if (chosen.length === 0) throw new SceneError(path, unknownValue('pins', e.pins ?? '', kinds));
  return chosen.map((k) => ({ step, kind: EVENT.release, target, index: PIN[k], p: [] }));
}

function stepOf(e: SceneEvent, path: string, moments: Moments): number {
  if (typeof e.at === 'number') return e.at;
  const names = Object.keys(moments) as (keyof Moments)[];
  const name = names.find((n) => n === e.at);
  if (!name) throw new SceneError(`${path}.at`, unknownValue('moment', e.at, names));
  return moments[name];
}

function vertexOf(e: SceneEvent, path: string, cloth: Cloth): number {
  const count = cloth.positions.length / 3;
  const vertex = e.vertex ?? 0;
  if (vertex < count) return vertex;
  throw new SceneError(
    `${path}.vertex`,
    `vertex ${vertex} does not exist; '${cloth.name}' has the vertices 0 to ${count - 1}`,
  );
}

/** Index by name; the only one when there is no name. */
function indexOf(list: { name: string }[], name: string | undefined, path: string, what: string) {
  if (name === undefined && list.length > 0) return 0;
  return numberOf(list, name ?? '', path, what);
}

function numberOf(
  list: { name: string }[],
  name: string | undefined,
  path: string,
  what: string,
  others: readonly string[] = [],
): number {
  const i = list.findIndex((item) => item.name === name);
  if (i >= 0) return i;
  const names = [...new Set([...list.map((item) => item.name), ...others])];
  throw new SceneError(path, unknownValue(what, name ?? '', names));
}
