// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Choices as a scene, and a scene as choices where it is one that the panel could have made.
import type { Scene, SceneEvent, SceneGarment } from 'weft-scenes';
import {
  FABRICS,
  finishOf,
  GARMENTS,
  piecesOf,
  LEVELS,
  toChoices,
  type Level,
  type Worn,
  type FabricName,
  type Finish,
} from '../choices';
import { PATTERNS } from '../registry';
import type { LiveEvent } from '../workers/live_events';

/** Name of the scenes that the panel makes. */
const NAME = 'try-on';
const WEARER = 'wearer';
/** Motions that are cooked only into scenes that name them: every scene of the panel does, so that one can be chosen live. */
const LONG_MOTIONS: readonly string[] = ['dance'];
/** How long the wearer takes from one motion to another, s. */
const BLEND = 1;
/** Gusts are this share of the wind. */
const GUST = 0.4;

/** Edge length of the meshes of a pattern, mm; of one that the page does not offer, the skirt's. */
export const resolutionOf = (pattern: string) =>
  (PATTERNS.find(({ name }) => name === pattern) ?? PATTERNS[0]).resolution;

/** The scene of some choices, and of methods where a link chose any: the panel offers none. */
export function sceneOf(choices: Worn, methods?: Scene['methods']): Scene {
  const label = GARMENTS.find((g) => g.value === choices.garment)!.label;
  const { body, motion } = choices;
  return {
    name: NAME,
    title: label,
    ...(methods && { methods }),
    ...(choices.wind > 0 && { wind: windOf(choices.wind), gust: gustOf(choices.wind) }),
    bodies: [{ kind: 'avatar', name: WEARER, body, motion, motions: [...LONG_MOTIONS] }],
    cloths: piecesOf(choices.garment).map((pattern, i) => garment(pattern, i, choices)),
  };
}

function garment(pattern: string, i: number, choices: Worn): SceneGarment {
  const { fabric } = finishOf(choices, i);
  const resolution = resolutionOf(pattern)[choices.mesh];
  return { kind: 'garment', name: pattern, pattern, wearer: WEARER, resolution, fabric, layer: i };
}

const windOf = (speed: number): [number, number, number] => [0, 0, -speed];
const gustOf = (speed: number) => Math.round(speed * GUST * 100) / 100;

/** Wind as something that happens now. */
export function windEvent(speed: number): LiveEvent {
  return { do: 'wind', value: windOf(speed), gust: gustOf(speed) };
}

/** Another fabric on a garment that is worn. */
export function fabricEvent(scene: Scene, piece: number, fabric: FabricName): LiveEvent {
  return { do: 'fabric', cloth: scene.cloths[piece].name, fabric };
}

/** Another motion. */
export function playEvent(clip: string): LiveEvent {
  return { do: 'play', body: WEARER, clip, blend: BLEND };
}

/** What has to happen so that a running scene follows a choice; null when it has to be sewn anew. */
export function liveEventsBetween(scene: Scene, from: Worn, to: Worn): LiveEvent[] | null {
  if (scene.name !== NAME || from.body !== to.body) return null;
  if (from.garment !== to.garment || from.mesh !== to.mesh) return null;
  if (!carries(scene, to.motion)) return null;
  const events: LiveEvent[] = [];
  piecesOf(to.garment).forEach((_, piece) => {
    const { fabric } = finishOf(to, piece);
    if (finishOf(from, piece).fabric !== fabric) events.push(fabricEvent(scene, piece, fabric));
  });
  if (from.motion !== to.motion) events.push(playEvent(to.motion));
  if (from.wind !== to.wind) events.push(windEvent(to.wind));
  return events;
}

/** What a scene says of the choices; how its clothes look is not among it. */
export type SceneChoices = Omit<Worn, keyof Finish | 'second'> & {
  fabric: FabricName;
  second: Pick<Finish, 'fabric'>;
};

/** Whether a motion can be played in a scene: long ones only where they were cooked, and links may be older than that. */
function carries(scene: Scene, motion: string): boolean {
  if (!LONG_MOTIONS.includes(motion)) return true;
  const body = scene.bodies?.[0];
  if (body?.kind !== 'avatar') return false;
  const played = (scene.timeline ?? []).some((e) => e.do === 'play' && e.clip === motion);
  return played || body.motion === motion || body.motions?.includes(motion) === true;
}

/** Reads the choices out of a scene of the panel, as they stand after its timeline; null for other scenes. */
export function choicesOf(scene: Scene): SceneChoices | null {
  const wearer = scene.bodies?.[0];
  const garments = scene.cloths.filter((c): c is SceneGarment => c.kind === 'garment');
  if (scene.name !== NAME || wearer?.kind !== 'avatar' || garments.length === 0) return null;
  const given: Given = {
    body: wearer.body,
    garment: garments
      .map((g) => g.pattern)
      .reverse()
      .join('+'),
    fabric: presetOf(garments[0]) ?? FABRICS[0].value,
    second: { fabric: presetOf(garments[1]) },
    wind: speedOf(scene.wind),
    motion: wearer.motion,
  };
  const last = (scene.timeline ?? []).reduce(
    (choices, event) => afterEvent(choices, event, garments),
    given,
  );
  const { body, garment, fabric, second, wind, motion } = toChoices(last);
  const mesh = meshOf(garments[0]);
  return { body, garment, fabric, second: { fabric: second.fabric }, mesh, wind, motion };
}

/** As a scene has it: names that may be wrong. */
interface Given {
  body?: string;
  garment: string;
  fabric?: string;
  second: { fabric?: string };
  wind: number;
  motion?: string;
}

function afterEvent(choices: Given, event: SceneEvent, garments: SceneGarment[]): Given {
  if (event.do === 'play') return { ...choices, motion: event.clip };
  if (event.do === 'wind') return { ...choices, wind: speedOf(event.value) };
  if (event.do !== 'fabric') return choices;
  const { fabric } = event;
  const over = garments.length > 1 && event.cloth === garments[1].name;
  return over ? { ...choices, second: { fabric } } : { ...choices, fabric };
}

function presetOf(garment: SceneGarment | undefined): string | undefined {
  return typeof garment?.fabric === 'string' ? garment.fabric : undefined;
}

/** The nearest that the panel offers. */
function meshOf({ pattern, resolution }: SceneGarment): Level {
  const offered = resolutionOf(pattern);
  const off = (level: Level) => Math.abs((resolution ?? offered.fine) - offered[level]);
  return LEVELS.reduce((best, level) => (off(level) <= off(best) ? level : best));
}

function speedOf(wind: SceneEvent['value']): number {
  return Array.isArray(wind) ? Math.abs(wind[2]) : 0;
}
