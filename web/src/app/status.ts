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

/** For example "Playing, 0 crossings for 120 frames". */
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

/** Crossings of cloth with the body and with itself; then what is out of order, where anything is. */
function crossingsText({ report, clean, held }: Frame): string {
  if (!report) return '';
  const count = report.crossingsBody + report.crossingsCloth;
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
