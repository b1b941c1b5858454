// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The methods that a scene names, as settings of the core, and the constants of a world that a scene may leave out.
import { METHODS, WORLD_DEFAULTS } from '../registry.js';
import type { MethodChoice, Methods, Scene } from '../scene.js';
import type { Setting, World } from '../model.js';

/** The stages, in the order in which a step comes to them. */
export const STAGES = [...new Set(METHODS.map(({ stage }) => stage))];
export type Stage = (typeof STAGES)[number];

/** The methods of a stage; the first is its default. */
export const methodsOf = (stage: Stage) => METHODS.filter((row) => row.stage === stage);

/** A choice by its parts. */
function partsOf(choice: MethodChoice): { name: string; values: [string, number | string][] } {
  if (typeof choice === 'string') return { name: choice, values: [] };
  const { name, ...values } = choice;
  return { name, values: Object.entries(values) };
}

/** What differs from the defaults, so that a scene that names them is the same scene. */
function settingsOf(stage: Stage, choice: MethodChoice | undefined): Setting[] {
  if (choice === undefined) return [];
  const { name, values } = partsOf(choice);
  const rows = methodsOf(stage);
  const row = rows.find((method) => method.name === name)!;
  const usual = Object.fromEntries(row.parameters.map((p) => [p.name, p.usual]));
  const numberOf = (parameter: string, value: number | string): number => {
    const { names = [], choices = [] } = row.parameters.find((p) => p.name === parameter) ?? {};
    return choices[(names as readonly unknown[]).indexOf(value)] ?? (value as number);
  };
  return [
    ...(row === rows[0] ? [] : [{ stage, name }]),
    ...values
      .map(([parameter, value]) => [parameter, numberOf(parameter, value)] as const)
      .filter(([parameter, value]) => value !== usual[parameter])
      .map(([parameter, value]) => ({ stage, name: parameter, value })),
  ];
}

/** All that a scene chooses. */
export function methodSettings(methods: Methods = {}): Setting[] {
  return STAGES.flatMap((stage) => settingsOf(stage, methods[stage]));
}

/** The world of a scene, with every default filled in. */
export function resolveWorld(scene: Scene): World {
  const usual = WORLD_DEFAULTS;
  return {
    frame: scene.frame ?? 1 / 60,
    gravity: scene.gravity ?? [...usual.gravity],
    wind: scene.wind ?? [...usual.wind],
    gust: scene.gust ?? usual.gust,
    airDensity: scene.air_density ?? usual.air_density,
    contactRadius: scene.contact?.radius ?? usual.contact_radius,
    bodyMoveLimit: scene.contact?.body_move_limit ?? usual.body_move_limit,
    minSubsteps: scene.contact?.min_substeps ?? usual.min_substeps,
    sleep: scene.sleep ?? true,
    settings: methodSettings(scene.methods),
    steps: scene.steps ?? 600,
  };
}
