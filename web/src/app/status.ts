// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What is going on, in a few words, under the name.
import { paceText } from './pace';
import type { StepReport } from 'weft-cloth';
import type { Frame, OpenedScene, Stage } from '../workers/protocol';

const STAGES: Record<Stage, string> = {
  load: 'Loading',
  cook: 'Drafting the pattern',
  sew: 'Sewing',
  fit: 'Fitting another mesh',
  replay: 'Computing the shared moment',
};

/** For example "Sewing". */
export function stageText(stage: Stage): string {
  return STAGES[stage];
}

/** For example "Sewing 40 %". */
export function progressText(stage: Stage, fraction: number): string {
  const percent = fraction > 0 ? ` ${Math.round(fraction * 100)} %` : '';
  return STAGES[stage] + percent;
}

/** For example "Playing, 0 crossings for 120 frames. 0.3 of real time." */
export function runText(
  opened: OpenedScene | null,
  frame: Frame | null,
  playing: boolean,
  step: number,
  slow: number | null = null,
): string {
  if (!opened || !frame) return '';
  const crossings = crossingsText(frame);
  const doing = playing ? 'Playing' : `Paused at step ${step}`;
  const told = crossings ? `${doing}, ${crossings}` : doing;
  return playing && slow !== null ? `${told}. ${paceText(slow)}.` : told;
}

/** Undeclared crossings of a step. */
export function crossingCount(report: StepReport): number {
  return report.crossingsBody + report.crossingsCloth;
}

/** Crossings of cloth with the body and with itself; then what is out of order, where anything is. */
function crossingsText({ report, clean, held }: Frame): string {
  if (!report) return '';
  const count = crossingCount(report);
  const found = count > 0 ? some(count, 'crossing') : `0 crossings for ${some(clean, 'frame')}`;
  const points = held.reduce((sum, n) => sum + n, 0);
  return [
    found,
    points > 0 && `${some(points, 'point')} held`,
    report.tangled > 0 && `repairing ${some(report.tangled, 'point')}`,
    report.stuck > 0 && `${some(report.stuck, 'place')} stuck`,
  ]
    .filter(Boolean)
    .join(', ');
}

function some(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
