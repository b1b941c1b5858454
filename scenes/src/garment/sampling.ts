// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Samples the outlines of all panels so that seams match vertex to vertex. Corners of either side of a stitch are
// carried over to the other at the same fraction of its length; each pair of stretches between them gets as many
// samples as the longer one needs, at equal distances. A difference in length becomes uniform ease.
import { pointAt, type Outline, type Point } from './outline.js';
import type { Finish } from '../types.js';
import type { PatternSpec, Walk } from './pattern.js';
import { stretchOf, type Stretch } from './walk.js';

/** The sampled boundary of a panel: a closed ring. */
export interface Ring {
  points: Point[];
  /** Indices of the samples that are corners. */
  breaks: number[];
}

export interface Sampling {
  rings: Map<string, Ring>;
  /** Pairs of (panel, sample) that are sewn together. */
  seams: [RingVertex, RingVertex][];
  /** Samples of the held waist edges. */
  waist: RingVertex[];
  /** Samples of the edges that may be fixed, by name. */
  fixtures: Map<string, RingVertex[]>;
  /** Pairs of neighbouring samples along the same edges, by name. */
  pieces: Map<string, [RingVertex, RingVertex][]>;
  /** Samples of the edges that are no hems. */
  finishes: { finish: Finish; edge: RingVertex[] }[];
}

export interface RingVertex {
  panel: string;
  sample: number;
}

/** Cosine of 15 degrees: an outline that turns by less is smooth. */
const SMOOTH = 0.966;

/** Closer than this along the outline, two breaks are one, mm. */
const SAME_BREAK = 1;

interface Cut {
  outline: Outline;
  /** Sorted arc lengths of the breaks. */
  breaks: number[];
  /** Number of edges between a break and the next. */
  counts: number[];
}

/** Samples all panels at a spacing of about `h` mm. */
export function sampleOutlines(
  spec: PatternSpec,
  outlines: Map<string, Outline>,
  h: number,
): Sampling {
  const cuts = new Map<string, Cut>();
  for (const [name, outline] of outlines) {
    const breaks = sharpCorners(spec, name, outline).map((i) => outline.along[i]);
    cuts.set(name, { outline, breaks: breaks.sort((a, b) => a - b), counts: [] });
  }
  const chains = spec.stitches.map((s) => [chain(outlines, s.a), chain(outlines, s.b)]);
  for (const [a, b] of chains) shareBreaks(cuts, a, b);
  countEdges(cuts, chains, h);
  const rings = new Map([...cuts].map(([name, cut]) => [name, sampleRing(cut)]));
  const seams = unique(chains.flatMap(([a, b]) => seamPairs(cuts, a, b)));
  const edgeSamples = (edge: Walk[]) =>
    unique(
      edge
        .flatMap((w) => chainSpans(cuts, chain(outlines, [w])))
        .flatMap(spanVertices)
        .map((v): [RingVertex] => [v]),
    ).map(([v]) => v);
  const finishes = spec.finishes.map(({ finish, edge }) => ({ finish, edge: edgeSamples(edge) }));
  const fixtures = new Map(
    Object.entries(spec.fixtures ?? {}).map(([name, edge]) => [name, edgeSamples(edge)]),
  );
  const pieces = new Map(
    Object.entries(spec.fixtures ?? {}).map(([name, edge]) => [
      name,
      edge.flatMap((w) => chainSpans(cuts, chain(outlines, [w]))).flatMap(spanPieces),
    ]),
  );
  return { rings, seams, waist: edgeSamples(spec.waist), fixtures, pieces, finishes };
}

/** Drops repeated entries, keeping the first. */
function unique<T extends RingVertex[]>(list: T[]): T[] {
  const seen = new Set<string>();
  return list.filter((entry) => {
    const key = entry.map((v) => `${v.panel}:${v.sample}`).join();
    return seen.has(key) ? false : seen.add(key);
  });
}

/** Corners that must be samples: ends of walks, and where the outline turns; smooth joints of curves are none. */
function sharpCorners(spec: PatternSpec, panel: string, outline: Outline): number[] {
  const walks = [...spec.stitches.flatMap((s) => [...s.a, ...s.b]), ...spec.waist];
  const ends = walks.filter((w) => w.panel === panel).flatMap((w) => [w.from, w.to]);
  const used = new Set(ends.map((name) => outline.corners.get(name)));
  const indices = [...new Set(outline.corners.values())];
  return indices.filter((i) => used.has(i) || turnCosine(outline.points, i) < SMOOTH);
}

/** Cosine of the angle by which a polyline turns at a point. */
function turnCosine(points: Point[], i: number): number {
  const count = points.length;
  const [p, q, r] = [points[(i + count - 1) % count], points[i], points[(i + 1) % count]];
  const [u, v] = [
    [q[0] - p[0], q[1] - p[1]],
    [r[0] - q[0], r[1] - q[1]],
  ];
  const lengths = (u[0] * u[0] + u[1] * u[1]) * (v[0] * v[0] + v[1] * v[1]);
  return (u[0] * v[0] + u[1] * v[1]) / Math.sqrt(lengths);
}

function chain(outlines: Map<string, Outline>, walks: Walk[]): Stretch[] {
  return walks.map((w) => stretchOf(outlines, w));
}

function chainLength(stretches: Stretch[]): number {
  return stretches.reduce((l, s) => l + Math.abs(s.end - s.start), 0);
}

/** Positions of all breaks along a chain, from 0 to its length. */
function chainBreaks(cuts: Map<string, Cut>, stretches: Stretch[]): number[] {
  const places = [0];
  let before = 0;
  for (const s of stretches) {
    const { breaks, outline } = cuts.get(s.panel)!;
    const length = Math.abs(s.end - s.start);
    const inside = breaks
      .map((b) => distanceAlong(s, b, outline.length))
      .filter((d) => d > SAME_BREAK && d < length - SAME_BREAK)
      .sort((a, b) => a - b);
    places.push(...inside.map((d) => before + d), before + length);
    before += length;
  }
  return places;
}

/** How far a place on the outline lies from the start of a stretch, in its direction of walk. */
function distanceAlong(s: Stretch, place: number, length: number): number {
  const d = s.end > s.start ? place - s.start : s.start - place;
  return d - Math.floor(d / length) * length;
}

function shareBreaks(cuts: Map<string, Cut>, a: Stretch[], b: Stretch[]): void {
  const [la, lb] = [chainLength(a), chainLength(b)];
  const [fa, fb] = [
    chainBreaks(cuts, a).map((d) => d / la),
    chainBreaks(cuts, b).map((d) => d / lb),
  ];
  const foreign = (f: number, others: number[]) =>
    others.every((o) => Math.abs(o - f) * Math.min(la, lb) > 5 * SAME_BREAK);
  for (const f of fa.filter((x) => foreign(x, fb))) addBreak(cuts, b, f * lb);
  for (const f of fb.filter((x) => foreign(x, fa))) addBreak(cuts, a, f * la);
}

function addBreak(cuts: Map<string, Cut>, stretches: Stretch[], distance: number): void {
  let left = distance;
  for (const s of stretches) {
    const length = Math.abs(s.end - s.start);
    if (left <= length) {
      const cut = cuts.get(s.panel)!;
      const place = s.end > s.start ? s.start + left : s.start - left;
      const l = cut.outline.length;
      cut.breaks.push(place - Math.floor(place / l) * l);
      cut.breaks.sort((x, y) => x - y);
      return;
    }
    left -= length;
  }
}

function countEdges(cuts: Map<string, Cut>, chains: Stretch[][][], h: number): void {
  for (const cut of cuts.values()) {
    cut.counts = cut.breaks.map((_, i) => Math.max(1, Math.round(spanLength(cut, i) / h)));
  }
  for (let changed = true; changed;) {
    changed = false;
    for (const [a, b] of chains) {
      const [ia, ib] = [chainSpans(cuts, a), chainSpans(cuts, b)];
      if (ia.length !== ib.length) throw new Error('the sides of a seam have different corners');
      ia.forEach((x, k) => {
        const y = ib[k];
        const most = Math.max(x.cut.counts[x.span], y.cut.counts[y.span]);
        if (x.cut.counts[x.span] !== most || y.cut.counts[y.span] !== most) changed = true;
        x.cut.counts[x.span] = y.cut.counts[y.span] = most;
      });
    }
  }
}

function spanLength({ breaks, outline }: Cut, i: number): number {
  return i + 1 < breaks.length ? breaks[i + 1] - breaks[i] : outline.length - breaks[i] + breaks[0];
}

interface Span {
  panel: string;
  cut: Cut;
  span: number;
  backwards: boolean;
}

/** The spans between breaks that a chain walks over, in order. */
function chainSpans(cuts: Map<string, Cut>, stretches: Stretch[]): Span[] {
  return stretches.flatMap((s) => {
    const cut = cuts.get(s.panel)!;
    const backwards = s.end < s.start;
    const spans: Span[] = [];
    const count = cut.breaks.length;
    let i = breakAt(cut, s.start);
    for (let left = Math.abs(s.end - s.start); left > SAME_BREAK;) {
      const span = backwards ? (i + count - 1) % count : i;
      spans.push({ panel: s.panel, cut, span, backwards });
      left -= spanLength(cut, span);
      i = backwards ? span : (i + 1) % count;
    }
    return spans;
  });
}

function breakAt({ breaks, outline }: Cut, place: number): number {
  const l = outline.length;
  const at = place - Math.floor(place / l) * l;
  let best = 0;
  const gap = (b: number) => Math.min(Math.abs(b - at), l - Math.abs(b - at));
  breaks.forEach((b, i) => {
    if (gap(b) < gap(breaks[best])) best = i;
  });
  return best;
}

function firstSamples({ counts }: Cut): number[] {
  const first = [0];
  for (const n of counts) first.push(first[first.length - 1] + n);
  return first;
}

/** The samples of a span, both ends included, in the direction of the walk. */
function spanVertices({ panel, cut, span, backwards }: Span): RingVertex[] {
  const first = firstSamples(cut);
  const total = first[first.length - 1];
  const samples: RingVertex[] = [];
  for (let k = 0; k <= cut.counts[span]; k++) {
    samples.push({ panel, sample: (first[span] + k) % total });
  }
  return backwards ? samples.reverse() : samples;
}

/** Neighbours along a span. */
function spanPieces(span: Span): [RingVertex, RingVertex][] {
  const samples = spanVertices(span);
  return samples.slice(1).map((v, i) => [samples[i], v]);
}

/** Pairs the samples of two chains span by span; where panels meet inside a chain, each gets its pair. */
function seamPairs(cuts: Map<string, Cut>, a: Stretch[], b: Stretch[]): [RingVertex, RingVertex][] {
  const spansB = chainSpans(cuts, b);
  return chainSpans(cuts, a).flatMap((span, k) => {
    const others = spanVertices(spansB[k]);
    return spanVertices(span).map((v, i): [RingVertex, RingVertex] => [v, others[i]]);
  });
}

function sampleRing(cut: Cut): Ring {
  const points: Point[] = [];
  cut.counts.forEach((n, i) => {
    const length = spanLength(cut, i);
    for (let k = 0; k < n; k++) {
      points.push(pointAt(cut.outline, cut.breaks[i] + (length * k) / n));
    }
  });
  return { points, breaks: firstSamples(cut).slice(0, -1) };
}
