// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The methods that a module has and that a world has chosen.
import type { Heap } from './heap.js';
import { checkValue, labMethod, STAGES, type Setting, type Stage } from './methods.js';
import { METHODS } from './registry.js';

/** The first of the methods and parameters that a module does not have, or undefined. */
export function missingMethod(heap: Heap, settings: readonly Setting[]): Setting | undefined {
  return hasAllMethods(heap) ? undefined : labMethod(settings);
}

function hasAllMethods(heap: Heap): boolean {
  const has = new Set(methodNames(heap));
  return METHODS.every(({ stage, name }) => has.has(`${stage} ${name}`));
}

/** Stage and name of every method that a module has. */
export function methodNames(heap: Heap): string[] {
  const names: string[] = [];
  for (let row; (row = heap.exports.weft_method_at(names.length));) {
    const { stage, name } = heap.readStruct('weft_method', row) as Record<string, number>;
    names.push(`${heap.text(stage)} ${heap.text(name)}`);
  }
  return names;
}

/** Gives settings to a world. */
export function applySettings(heap: Heap, world: number, settings: readonly Setting[]): void {
  for (const { stage, name, value } of settings) {
    heap.scoped((scope) => {
      const [stageText, nameText] = [scope.text(stage), scope.text(name)];
      const report = scope.struct('weft_report');
      const { exports } = heap;
      if (value !== undefined) {
        const row = METHODS.find(
          (one) => one.stage === stage && one.name === methodOf(heap, world, stage),
        );
        if (row) {
          checkValue(row, name, value);
        }
      }
      const status =
        value === undefined
          ? exports.weft_world_set_method(world, stageText, nameText, report)
          : exports.weft_world_set_parameter(world, stageText, nameText, value, report);
      if (status !== 0) {
        throw heap.reported(report);
      }
    });
  }
}

/** The method that a stage of a world has now. */
export function methodOf(heap: Heap, world: number, stage: Stage): string {
  const row = heap.exports.weft_world_method(world, STAGES.indexOf(stage));
  return heap.text((heap.readStruct('weft_method', row) as Record<string, number>).name);
}

/** All that a world has chosen: names and values, those of the lab where they are not the usual ones. */
export function chosenMethods(
  heap: Heap,
  world: number,
): Record<Stage, { name: string } & Record<string, number | string>> {
  const hasAll = hasAllMethods(heap);
  const entries = STAGES.map((stage, i) => {
    const name = methodOf(heap, world, stage);
    const row = METHODS.find((one) => one.stage === stage && one.name === name);
    const at = heap.exports.weft_world_parameters(world, i);
    const values = (row?.parameters ?? [])
      .filter(({ lab }) => hasAll || !lab)
      .map(({ name: key, choices, names, lab, usual }, k) => {
        const value = heap.data.getFloat32(at + 4 * k, true);
        const shown = names[(choices as readonly number[]).indexOf(value)] ?? value;
        return lab && value === Math.fround(usual) ? undefined : [key, shown];
      });
    return [stage, { name, ...Object.fromEntries(values.filter((one) => one !== undefined)) }];
  });
  return Object.fromEntries(entries);
}
