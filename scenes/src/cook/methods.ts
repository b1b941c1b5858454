// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Names of methods and their numbers in the core, and the constants of a world that a scene may leave out.
import type { Scene } from '../scene.js';
import type { World } from './model.js';

/** Names in the order of the enums of core/include/weft/types.h. */
export const STRUCTURES = ['dop_tree', 'inclusion_field', 'brute_force'];
export const SOLVERS = ['implicit_euler', 'vbd'];
export const RESPONSES = ['filter', 'none', 'impact_zones'];
export const REPAIRS = ['untangle', 'push_out', 'contour', 'global_intersection', 'none'];

const AIR_DENSITY = 1.2;

/** The world of a scene, with every default filled in. */
export function resolveWorld(scene: Scene): World {
  const methods = scene.methods ?? {};
  return {
    frame: scene.frame ?? 1 / 60,
    gravity: scene.gravity ?? [0, -9.81, 0],
    wind: scene.wind ?? [0, 0, 0],
    gust: scene.gust ?? 0,
    airDensity: scene.air_density ?? AIR_DENSITY,
    contactRadius: scene.contact?.radius ?? 0.003,
    bodyMoveLimit: scene.contact?.body_move_limit ?? 0.01,
    minSubsteps: scene.contact?.min_substeps ?? 2,
    structure: STRUCTURES.indexOf(methods.structure ?? 'dop_tree'),
    dopK: methods.dop_k ?? 6,
    dopArity: methods.dop_arity ?? 8,
    solver: SOLVERS.indexOf(methods.solver ?? 'implicit_euler'),
    response: RESPONSES.indexOf(methods.response ?? 'filter'),
    repair: REPAIRS.indexOf(methods.repair ?? 'untangle'),
    steps: scene.steps ?? 600,
  };
}
