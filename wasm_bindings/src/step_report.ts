// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The report of a step as a plain object, which can be posted to another thread.
import type { Heap } from './heap.js';
import { PHASES, type Phase, type StepReport } from './types.js';

/** Reads the weft_step_report at an address. */
export function readStepReport(heap: Heap, pointer: number): StepReport {
  const read = heap.readStruct('weft_step_report', pointer);
  const times = {} as Record<Phase, number>;
  PHASES.forEach((phase, i) => (times[phase] = (read.ms as number[])[i]!));
  return Object.assign(read, {
    status: heap.statusName(read.status as number),
    ms: times,
  }) as unknown as StepReport;
}

/** What the methods of a world cannot do, in one sentence; undefined when they can, or the module does not say. */
export function problemOf(heap: Heap, world: number): string | undefined {
  return heap.scoped((scope) => {
    const report = scope.struct('weft_report');
    const status = heap.exports.weft_lab_check_methods?.(world, report) ?? 0;
    const { where, message } = heap.readStruct('weft_report', report) as Record<string, string>;
    return status === 0 ? undefined : `${where && `${where}: `}${message}`;
  });
}
