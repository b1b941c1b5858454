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

/** Crossings of cloth with the body and with itself; where a body leaves cloth no room, how much is held. */
function crossingsText({ report, clean }: Frame): string {
  if (!report) return '';
  const count = report.crossingsBody + report.crossingsCloth;
  const found =
    count > 0
      ? `${count} ${count === 1 ? 'crossing' : 'crossings'}`
      : `0 crossings for ${clean} ${clean === 1 ? 'frame' : 'frames'}`;
  const { captured } = report;
  const held = captured === 1 ? '1 vertex' : `${captured} vertices`;
  return captured > 0 ? `${found}, ${held} captured where the body leaves no room` : found;
}
