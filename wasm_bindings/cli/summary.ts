// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a run comes to in numbers: the object that `weft run --json` prints.
import { PHASES } from 'weft-cloth';
import type { RunResult, Sample } from './engine.js';

/** Middle, 95th and 99th percentile and largest of a series. */
export interface Spread {
  median: number;
  p95: number;
  p99: number;
  max: number;
}

/** Largest value of a series and the last one. */
export interface Course {
  max: number;
  last: number;
}

/** What was out of order in the steps of a run: vertices captured, vertices being repaired, regions stuck. */
export function courses(samples: readonly Sample[]): Record<Declared, Course> {
  const course = (name: Declared) => courseOf(samples, name);
  return { captured: course('captured'), tangled: course('tangled'), stuck: course('stuck') };
}

function courseOf(samples: readonly Sample[], name: Declared | 'seamsOpen'): Course {
  return {
    max: Math.max(0, ...samples.map((sample) => sample[name])),
    last: samples.at(-1)?.[name] ?? 0,
  };
}

type Declared = 'captured' | 'tangled' | 'stuck';

/** The value below which a fraction of the series lies. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0 ? 0 : sorted[Math.ceil(fraction * (sorted.length - 1))];
}

/** Median, 95th and 99th percentile and maximum. */
export function spread(values: readonly number[]): Spread {
  return {
    median: round(quantile(values, 0.5)),
    p95: round(quantile(values, 0.95)),
    p99: round(quantile(values, 0.99)),
    max: round(quantile(values, 1)),
  };
}

/** Sum of all phases of a step, ms. */
export function totalMs(sample: Sample): number {
  return PHASES.reduce((sum, phase) => sum + sample.ms[phase], 0);
}

/** The printed object, except for what the caller knows. Crossings are summed over the run; `frames` counts
 *  the steps that had an undeclared one; `captured`, `tangled` and `stuck` are those of the report, `seams_open` the pairs of
 *  seams that are not welded yet. `rolled_back` sums the vertices
 *  over the run, `pins_dropped` the pins; `blocked` counts the steps that were; `body_lag` is in metres. Strains: medians over the steps, and the largest of all. */
export function summarize(result: RunResult) {
  const { samples } = result;
  const of = (pick: (sample: Sample) => number) => samples.map(pick);
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
  const crossed = samples.filter((sample) => sample.crossingsBody + sample.crossingsCloth > 0);
  const pairs = spread(of((sample) => sample.pairs));
  return {
    cloth_vertices: result.clothVertices,
    cloth_triangles: result.clothTriangles,
    body_triangles: result.bodyTriangles,
    hash: result.hash,
    ms: {
      total: spread(of(totalMs)),
      ...Object.fromEntries(PHASES.map((phase) => [phase, spread(of((s) => s.ms[phase]))])),
    } as Record<string, Spread>,
    pairs: { median: pairs.median, max: pairs.max },
    crossings: {
      cloth_cloth: sum(of((sample) => sample.crossingsCloth)),
      cloth_body: sum(of((sample) => sample.crossingsBody)),
      declared: sum(of((sample) => sample.crossingsDeclared)),
      frames: crossed.length,
    },
    ...courses(samples),
    seams_open: courseOf(samples, 'seamsOpen'),
    rolled_back: sum(of((sample) => sample.rolledBack)),
    pins_dropped: sum(of((sample) => sample.pinsDropped)),
    blocked: samples.filter((sample) => sample.blocked > 0).length,
    body_lag: {
      max: round(Math.max(0, ...of((sample) => sample.bodyLagMax)), 6),
      last: round(samples.at(-1)?.bodyLagMax ?? 0, 6),
    } as Course,
    strain: {
      p50: round(
        quantile(
          of((s) => s.strainP50),
          0.5,
        ),
        6,
      ),
      p99: round(
        quantile(
          of((s) => s.strainP99),
          0.5,
        ),
        6,
      ),
      max: round(Math.max(0, ...of((sample) => sample.strainMax)), 6),
    },
    memory_bytes: result.memoryBytes,
    ...(result.energy && { energy: result.energy }),
    ...(result.figures?.length && { figures: result.figures }),
  };
}

/** What `summarize` returns. */
export type Summary = ReturnType<typeof summarize>;

function round(value: number, digits = 4): number {
  return Number(value.toFixed(digits));
}
