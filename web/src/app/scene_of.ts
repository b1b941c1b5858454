// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Choices as a scene, and a scene as choices where it is one that the panel could have made.
import type { Scene, SceneEvent, SceneGarment } from 'weft-scenes';
import { FABRICS, GARMENTS, toChoices, type Choices, type FabricName } from './choices';
import type { Deed } from '../workers/live_events';

/** Name of the scenes that the panel makes. */
const NAME = 'try-on';
const WEARER = 'wearer';
/** How long the wearer takes from one motion to another, s. */
const BLEND = 1;
/** Gusts are this share of the wind. */
const GUST = 0.4;

/** Edge length of the meshes, mm: about 5 000 vertices for the skirt, fewer for what moves less. */
const RESOLUTION: Record<string, number> = { skirt: 12, tshirt: 18, trousers: 18 };

/** The scene of some choices. The first garment is the one that fabric and colour belong to. */
export function sceneOf(choices: Choices): Scene {
  const patterns = choices.garment.split('+').reverse();
  const label = GARMENTS.find((g) => g.value === choices.garment)!.label;
  return {
    name: NAME,
    title: label,
    ...(choices.wind > 0 && { wind: windOf(choices.wind), gust: gustOf(choices.wind) }),
    bodies: [{ kind: 'avatar', name: WEARER, body: choices.body, motion: choices.motion }],
    cloths: patterns.map((pattern, i) => garment(pattern, i, choices)),
  };
}

function garment(pattern: string, i: number, choices: Choices): SceneGarment {
  const fabric = i === 0 ? choices.fabric : 'jersey';
  const resolution = RESOLUTION[pattern];
  return { kind: 'garment', name: pattern, pattern, wearer: WEARER, resolution, fabric, layer: i };
}

const windOf = (speed: number): [number, number, number] => [0, 0, -speed];
const gustOf = (speed: number) => Math.round(speed * GUST * 100) / 100;

/** Wind as something that happens now. */
export function windDeed(speed: number): Deed {
  return { do: 'wind', value: windOf(speed), gust: gustOf(speed) };
}

/** Another fabric on what is worn. */
export function fabricDeed(scene: Scene, fabric: FabricName): Deed {
  return { do: 'fabric', cloth: scene.cloths[0].name, fabric };
}

/** Another motion. */
export function playDeed(clip: string): Deed {
  return { do: 'play', body: WEARER, clip, blend: BLEND };
}

/** What has to happen so that a running scene follows a choice; null when it has to be sewn anew. */
export function deedsBetween(scene: Scene, from: Choices, to: Choices): Deed[] | null {
  if (scene.name !== NAME || from.body !== to.body || from.garment !== to.garment) return null;
  // Only a scene that begins with the dance carries it.
  const begun = scene.bodies?.[0];
  const hasDance = begun?.kind === 'avatar' && begun.motion === 'dance';
  if (to.motion === 'dance' && !hasDance) return null;
  const deeds: Deed[] = [];
  if (from.fabric !== to.fabric) deeds.push(fabricDeed(scene, to.fabric));
  if (from.motion !== to.motion) deeds.push(playDeed(to.motion));
  if (from.wind !== to.wind) deeds.push(windDeed(to.wind));
  return deeds;
}

/** Reads the choices out of a scene of the panel, as they stand after its timeline; null for other scenes. */
export function choicesOf(scene: Scene): Omit<Choices, 'colour' | 'print'> | null {
  const body = scene.bodies?.[0];
  const garments = scene.cloths.filter((c): c is SceneGarment => c.kind === 'garment');
  if (scene.name !== NAME || body?.kind !== 'avatar' || garments.length === 0) return null;
  const first = garments[0].fabric;
  const given = {
    body: body.body,
    garment: garments
      .map((g) => g.pattern)
      .reverse()
      .join('+'),
    fabric: typeof first === 'string' ? first : FABRICS[0].value,
    wind: speedOf(scene.wind),
    motion: body.motion,
  };
  return toChoices((scene.timeline ?? []).reduce(afterEvent, given));
}

function afterEvent<T extends object>(choices: T, event: SceneEvent): T {
  if (event.do === 'play') return { ...choices, motion: event.clip };
  if (event.do === 'fabric') return { ...choices, fabric: event.fabric };
  if (event.do === 'wind') return { ...choices, wind: speedOf(event.value) };
  return choices;
}

function speedOf(wind: SceneEvent['value']): number {
  return Array.isArray(wind) ? Math.abs(wind[2]) : 0;
}
