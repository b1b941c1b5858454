// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The small panel of numbers: how fast, where the time goes, how much, and the hash.
import { PHASES, type Figure, type StepReport } from 'weft-cloth';
import { START_PARTS, type StartTimes } from '../start_times';
import { h, setText } from './dom';

/** Times are averaged over about so many frames. */
const CALM = 20;

/** What the meter shows. */
export interface Reading {
  /** How fast beside real life, in words. */
  speed: string;
  framesPerSecond: number;
  /** How sharp the picture is drawn, along a side: pixels for each of the page's own. */
  sharpness: number;
  /** How much detail is drawn, and who chose it, in words. */
  drawing: string;
  stepsPerSecond: number;
  step: number;
  threads: number;
  vertices: number;
  bodyTriangles: number;
  report: StepReport | null;
  hash: string;
  /** Where the time of the start went, ms. */
  start: StartTimes['ms'];
  /** What the methods have counted; none with the usual ones. */
  figures: readonly Figure[];
}

/** Numbers about the run. */
export class Meter {
  readonly element: HTMLElement;
  private readonly rows = new Map<string, HTMLElement>();
  private readonly bars = new Map<string, { time: HTMLElement; bar: HTMLElement; mean: number }>();

  private readonly counted = h('dl', { class: 'counted' });
  private readonly countedHead = h('h2', { hidden: true }, 'What the methods count');

  constructor() {
    const facts = [
      'Speed',
      'Frames a second',
      'Drawn pixels a pixel',
      'Drawing',
      'Steps a second',
      'Step',
      'Threads',
      'Cloth vertices',
      'Body triangles',
    ];
    const counts = [
      'Contacts',
      'Body crossings',
      'Cloth crossings',
      'Captured',
      'Declared',
      'Under repair',
      'Stuck',
      'Cloths asleep',
      'Hash',
    ];
    this.element = h(
      'section',
      { class: 'meter', 'aria-label': 'Measurements', tabindex: 0, hidden: true },
      h('dl', {}, ...[...facts, ...counts].flatMap((name) => this.row(name))),
      h('h2', {}, 'Milliseconds a step'),
      h('dl', { class: 'phases' }, ...['total', ...PHASES].flatMap((phase) => this.phase(phase))),
      h('h2', {}, 'Milliseconds to the first picture'),
      h('dl', {}, ...['all', ...START_PARTS].flatMap((part) => this.row(part))),
      this.countedHead,
      this.counted,
    );
  }

  /** Shows or hides the panel. */
  toggle(): void {
    this.element.hidden = !this.element.hidden;
  }

  /** Takes the report of every frame, for the averages; returns how long the step took, ms. */
  note(report: StepReport): number {
    let total = 0;
    for (const phase of PHASES) {
      this.average(phase, report.ms[phase]);
      total += report.ms[phase];
    }
    this.average('total', total);
    return total;
  }

  /** Refreshes the numbers. */
  show(r: Reading): void {
    if (this.element.hidden) return;
    const { report } = r;
    this.set('Speed', r.speed);
    this.set('Frames a second', String(r.framesPerSecond));
    this.set('Drawn pixels a pixel', String(Number(r.sharpness.toFixed(2))));
    this.set('Drawing', r.drawing);
    this.set('Steps a second', String(r.stepsPerSecond));
    this.set('Step', String(r.step));
    this.set('Threads', String(r.threads));
    this.set('Cloth vertices', r.vertices.toLocaleString('en'));
    this.set('Body triangles', r.bodyTriangles.toLocaleString('en'));
    this.set('Contacts', report ? report.contacts.toLocaleString('en') : '–');
    this.set('Body crossings', report ? String(report.crossingsBody) : '–');
    this.set('Cloth crossings', report ? String(report.crossingsCloth) : '–');
    this.set('Captured', report ? String(report.captured) : '–');
    this.set('Declared', report ? String(report.crossingsDeclared) : '–');
    this.set('Under repair', report ? String(report.tangled) : '–');
    this.set('Stuck', report ? String(report.stuck) : '–');
    this.set('Cloths asleep', report ? String(report.clothsAsleep) : '–');
    this.set('Hash', r.hash);
    for (const part of ['all', ...START_PARTS] as const) {
      this.set(part, r.start[part]?.toFixed(0) ?? '–');
    }
    this.showBars();
    this.showCounted(r.figures);
  }

  /** The figures of a segment stand in one row. */
  private showCounted(figures: readonly Figure[]): void {
    const rows = countedRows(figures);
    this.countedHead.hidden = rows.length === 0;
    const cells = rows.flatMap(([place, text]) => [h('dt', {}, place), h('dd', {}, text)]);
    this.counted.replaceChildren(...cells);
  }

  private showBars(): void {
    const total = Math.max(1, this.bars.get('total')!.mean);
    for (const { time, bar, mean } of this.bars.values()) {
      setText(time, mean.toFixed(mean < 10 ? 2 : 1));
      bar.style.setProperty('--share', String(Math.min(1, mean / total)));
    }
  }

  private average(phase: string, ms: number): void {
    const bar = this.bars.get(phase)!;
    bar.mean += (ms - bar.mean) / CALM;
  }

  private set(name: string, text: string): void {
    setText(this.rows.get(name)!, text);
  }

  private row(name: string): HTMLElement[] {
    const value = h('dd', { class: name === 'Hash' ? 'hash' : undefined }, '–');
    this.rows.set(name, value);
    return [h('dt', {}, name), value];
  }

  private phase(phase: string): HTMLElement[] {
    const time = h('span', {}, '–');
    const bar = h('i', { 'aria-hidden': 'true' });
    this.bars.set(phase, { time, bar, mean: 0 });
    return [h('dt', {}, phase), h('dd', {}, bar, time)];
  }
}

/** Figures by what they are of: the name of a segment, or what is counted for the whole world. */
export function countedRows(figures: readonly Figure[]): [string, string][] {
  const rows = new Map<string, string[]>();
  for (const { what, unit, value, body, segment, part } of figures) {
    const of = body === undefined ? what : `${part || 'body'} ${body}.${segment}`;
    const number = `${Number(value.toPrecision(3))} ${unit}`.trim();
    rows.set(of, [...(rows.get(of) ?? []), number]);
  }
  return [...rows].map(([of, numbers]) => [of, numbers.join(', ')]);
}
