// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What is going on, in a few words: under the name for those who see, and for screen readers.
import type { Frame, OpenedScene, Stage } from '../workers/protocol';

const STAGES: Record<Stage, string> = {
  load: 'Loading',
  cook: 'Drafting the pattern',
  sew: 'Sewing',
  replay: 'Computing the shared moment',
};

/** For example "Sewing 40 %". */
export function progressText(stage: Stage, fraction: number): string {
  const percent = fraction > 0 ? ` ${Math.round(fraction * 100)} %` : '';
  return STAGES[stage] + percent;
}

/** For example "Playing, 0 crossings". */
export function runText(
  opened: OpenedScene | null,
  frame: Frame | null,
  playing: boolean,
  step: number,
): string {
  if (!opened || !frame) return '';
  const crossings = crossingsText(frame);
  const doing = playing ? 'Playing' : `Paused at step ${step}`;
  return crossings ? `${doing}, ${crossings}` : doing;
}

function crossingsText({ report }: Frame): string {
  if (!report) return '';
  const count = report.crossingsBody;
  const declared = report.crossingsDeclared;
  const told = declared > 0 ? ` (${declared} declared)` : '';
  return count === 1
    ? `1 crossing with the body${told}`
    : `${count} crossings with the body${told}`;
}
