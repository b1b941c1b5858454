// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What weft-lab.wasm offers beside the simulator.
import { oneOf, options as checkOptions, refuse, shown } from './checks.js';
import { invalidArgument } from './error.js';
import type { Exports } from './exports.js';
import { Heap } from './heap.js';
import { instantiate, type LoadOptions } from './module.js';

interface LabExports extends Exports {
  weft_lab_ccd(
    kind: number,
    points: number,
    rounding: number,
    count: number,
    verdicts: number,
  ): void;
}

/** The features of a continuous collision query: vertex and face, or edge and edge. */
export type CcdKind = 'vf' | 'ee';

/** An instance of the lab module. `await Lab.load({ url })` makes one, with the address of `weft-cloth/weft-lab.wasm`. */
export class Lab {
  private constructor(
    private readonly heap: Heap,
    private readonly exports: LabExports,
  ) {}

  static async load(options: Pick<LoadOptions, 'url' | 'bytes'>): Promise<Lab> {
    const exports = (await instantiate(
      checkOptions('load', options, ['url', 'bytes']),
    )) as LabExports;
    if (!exports.weft_lab_ccd) {
      throw invalidArgument('This module is not weft-lab.wasm.');
    }
    return new Lab(new Heap(exports), exports);
  }

  /**
   * Whether features whose points move in straight lines may meet: 1, or 0 when they certainly do not.
   * @param points 24 numbers a query: four points (vertex and corners, or two ends and two ends) at the start, then
   *   at the end.
   * @param rounding One number a query: by how much any coordinate may differ from what is meant.
   */
  ccd(kind: CcdKind, points: Float64Array, rounding: Float64Array): Uint8Array {
    oneOf('kind', kind, ['vf', 'ee']);
    const count = doubles('rounding', rounding, 1);
    if (doubles('points', points, 24) !== count) {
      throw invalidArgument(`points: ${points.length} numbers, not ${24 * count}.`);
    }
    return this.heap.scoped((scope) => {
      const [from, by, to] = [scope.array(points), scope.array(rounding), scope.allocate(count)];
      this.exports.weft_lab_ccd(kind === 'ee' ? 1 : 0, from, by, count, to);
      return new Uint8Array(this.exports.memory.buffer, to, count).slice();
    });
  }
}

function doubles(where: string, value: Float64Array, width: number): number {
  return value instanceof Float64Array
    ? value.length / width
    : refuse(where, `${shown(value)} is not a Float64Array`);
}
