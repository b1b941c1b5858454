// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The surface of a character that a body is made of, and what had to be repaired for it, in the numbers of the
// caller's own meshes.
import type { Mesh } from 'three';
import { WeftError } from '../../error.js';
import type { Character } from './character.js';
import { REPAIR_KINDS, repairSurface, type RepairOptions, type RepairStep } from './repair.js';
import type { Surface } from './surface.js';
import type { Alike } from './weld.js';

/** One thing that was repaired on one mesh. */
export interface Repair extends RepairStep {
  /** The mesh whose triangles and vertices these are. */
  mesh: Mesh;
  /** The same as a sentence. */
  message: string;
}

/** Weights that differ by less than this count as equal. */
const SAME_WEIGHT = 1e-3;

/** Repairs the surface of a character as far as it goes. */
export function soundSurface(character: Character, options: RepairOptions) {
  const alike = movesAlike(character);
  const first = repaired(character, { ...options, alike });
  // lips that touch stay apart; where that leaves seams open, places alone decide
  const best = hasHoles(first.steps) ? withFewerHoles(first, repaired(character, options)) : first;
  return { ...best, repairs: best.steps.flatMap((step) => byMesh(character, step)) };
}

/** Throws one error that lists all that a repair would have done. */
export function requireNoRepairs(name: string, repairs: readonly Repair[]): void {
  const grave = repairs.filter(({ kind }) => kind !== 'vanished');
  if (grave.length > 0) {
    const open = grave.some(({ kind }) => kind === 'hole' || kind === 'split');
    throw new WeftError(
      open ? 'WEFT_ERROR_OPEN_BODY' : 'WEFT_ERROR_INVALID_ARGUMENT',
      `"${name}" cannot be a body as it is, and repair is off:\n` +
        grave.map(({ message }) => `  ${message}`).join('\n'),
      'root',
      grave[0].triangles[0] ?? grave[0].vertices[0] ?? -1,
    );
  }
}

function repaired(character: Character, options: RepairOptions & { alike?: Alike }) {
  const surface: Surface = character.surface();
  return { surface, ...repairSurface(surface, options) };
}

type Repaired = ReturnType<typeof repaired>;

const hasHoles = (steps: readonly RepairStep[]) => steps.some(({ kind }) => kind === 'hole');

function withFewerHoles(a: Repaired, b: Repaired): Repaired {
  const border = ({ steps }: Repaired) =>
    steps.reduce((sum, { kind, vertices }) => sum + (kind === 'hole' ? vertices.length : 0), 0);
  return border(b) < border(a) ? b : a;
}

function movesAlike(character: Character): Alike {
  const morphs = character.parts.map((part) => part.morphs);
  const byObject = (vertex: number) => {
    const weights = new Map<unknown, number>();
    for (const [slot, weight] of character.skinOf([[vertex, 1]])) {
      weights.set(character.slots[slot].object, weight);
    }
    return weights;
  };
  return (a, b) => {
    const [p, q] = [character.locate(a), character.locate(b)];
    const targets = morphs[character.parts.indexOf(p.part)];
    if (p.part === q.part && !targets.every((values) => isSameRow(values, p.vertex, q.vertex))) {
      return false;
    }
    const [v, w] = [byObject(a), byObject(b)];
    return [...new Set([...v.keys(), ...w.keys()])].every(
      (object) => Math.abs((v.get(object) ?? 0) - (w.get(object) ?? 0)) < SAME_WEIGHT,
    );
  };
}

function isSameRow(values: ArrayLike<number>, a: number, b: number): boolean {
  return [0, 1, 2].every((axis) => values[3 * a + axis] === values[3 * b + axis]);
}

// Steps that concern several meshes are told mesh by mesh.
function byMesh(character: Character, step: RepairStep): Repair[] {
  const found = new Map<Mesh, Repair>();
  const of = (mesh: Mesh) => {
    const repair = found.get(mesh) ?? { ...step, triangles: [], vertices: [], mesh, message: '' };
    found.set(mesh, repair);
    return repair;
  };
  for (const triangle of step.triangles) {
    const { mesh, number } = givenTriangle(character, triangle);
    of(mesh).triangles.push(number);
  }
  for (const at of step.vertices) {
    const { part, vertex } = character.locate(at);
    of(part.mesh).vertices.push(vertex);
  }
  return [...found.values()].map((repair) => ({ ...repair, message: sentence(repair) }));
}

function givenTriangle(character: Character, triangle: number) {
  let left = triangle;
  for (const part of character.parts) {
    if (left < part.given.length) {
      return { mesh: part.mesh, number: part.given[left] };
    }
    left -= part.given.length;
  }
  throw new RangeError(`there is no triangle ${triangle}`);
}

function sentence({ kind, mesh, triangles, vertices }: Repair): string {
  const items = triangles.length > 0 ? triangles : vertices;
  const what = triangles.length > 0 ? 'triangles' : 'vertices';
  const shown = items.slice(0, 8).join(', ') + (items.length > 8 ? ', ...' : '');
  return `"${mesh.name}": ${REPAIR_KINDS[kind]} (${items.length} ${what}: ${shown})`;
}
