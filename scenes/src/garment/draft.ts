// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Drafts a pattern to measurements: FreeSewing draws, the outlines are read, unfolded and mirrored, and the
// lengths of what will be sewn together are compared.
import { unknownValue } from '../errors.js';
import type { Measurements } from '../types.js';
import {
  cornerIndex,
  mirrorOutline,
  readOutline,
  straighten,
  unfold,
  type DraftedPart,
  type Outline,
  type Point,
} from './outline.js';
import type { PanelSpec, PatternSpec } from './pattern.js';
import { walkLength } from './walk.js';

/** A drafted pattern: outlines of its panels in mm, and named points of the drawing for placement. */
export interface Draft {
  spec: PatternSpec;
  outlines: Map<string, Outline>;
  /** Points of every part as drawn (before mirroring or turning), by part. */
  marks: Map<string, Record<string, { x: number; y: number }>>;
  /** Stitch name, length A, length B, mm. */
  stitches: [string, number, number][];
}

/** Sewn lengths that differ more than this are a failed draft. */
const WORST_RATIO = 0.05;

/** Drafts and checks; throws a sentence when the pattern cannot be drawn for these measurements. */
export function draft(
  spec: PatternSpec,
  measurements: Measurements,
  options: Record<string, number> = {},
): Draft {
  const parts = drawParts(spec, measurements, options);
  const outlines = new Map<string, Outline>();
  const marks = new Map<string, Record<string, Mark>>();
  for (const panel of spec.panels) {
    const part = parts[panel.part];
    outlines.set(panel.name, panelOutline(panel, part));
    marks.set(panel.part, part.points);
  }
  const stitches = spec.stitches.map((s): [string, number, number] => [
    s.name,
    sum(s.a.map((w) => walkLength(outlines, w))),
    sum(s.b.map((w) => walkLength(outlines, w))),
  ]);
  for (const [name, a, b] of stitches) {
    if (Math.abs(a / b - 1) > WORST_RATIO) {
      const [x, y] = [a.toFixed(0), b.toFixed(0)];
      throw new Error(`the edges of the seam '${name}' are ${x} and ${y} mm long and do not match`);
    }
  }
  return { spec, outlines, marks, stitches };
}

type Mark = { x: number; y: number };

function drawParts(
  spec: PatternSpec,
  measurements: Measurements,
  options: Record<string, number>,
): Record<string, DraftedPart> {
  const missing = spec.needs.filter((name) => !(measurements[name] > 0));
  if (missing.length > 0) {
    throw new Error(`the pattern '${spec.name}' needs the measurements ${missing.join(', ')}`);
  }
  checkOptions(spec, options);
  const pattern = new spec.design({
    measurements,
    options: { ...spec.options, ...options },
    sa: 0,
  }).draft();
  const errors = pattern.setStores[0].logs.error ?? [];
  if (errors.length > 0) {
    throw new Error(`the pattern '${spec.name}' cannot be drafted: ${String(errors[0])}`);
  }
  return pattern.parts[0];
}

function checkOptions(spec: PatternSpec, options: Record<string, number>): void {
  for (const [name, value] of Object.entries(options)) {
    const range = spec.ranges[name];
    if (!range) throw new Error(unknownValue('option', name, Object.keys(spec.ranges)));
    if (value < range[0] || value > range[1]) {
      throw new Error(`the option '${name}' is ${value}; write ${range[0]} to ${range[1]}`);
    }
  }
}

function panelOutline(panel: PanelSpec, part: DraftedPart): Outline {
  let outline = readOutline(part);
  if (panel.fold) outline = unfold(outline, panel.fold.corners, panel.fold.suffix);
  if (panel.upright) {
    const { origin, down } = panel.upright;
    const o = part.points[origin];
    outline = straighten(outline, [o.x, o.y], cornerPoint(outline, down));
  }
  return panel.mirror ? mirrorOutline(outline) : outline;
}

function cornerPoint(outline: Outline, name: string): Point {
  return outline.points[cornerIndex(outline, name)];
}

function sum(values: number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
