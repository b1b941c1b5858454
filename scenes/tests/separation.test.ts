// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where sewing starts, no cloth may touch cloth: the measure itself, then every garment scene on every body.
import { describe, expect, it } from 'vitest';
import { avatarNames } from '../src/avatar/index.js';
import { cook } from '../src/cook/cook.js';
import { START_GAP } from '../src/garment/garment.js';
import { separation, type Piece } from '../src/garment/separation.js';
import { minus, plus, times, dot, type Vec3 } from '../src/math/vec3.js';
import type { Scene } from '../src/scene.js';
import { meetings, toIntegers } from './helpers/exact.js';
import { floats, readCooked, section, words } from './helpers/read_cooked.js';
import { readScene, resources, SCENE_NAMES } from './helpers/scenes.js';
import { whole } from './helpers/whole.js';

/** A square of two triangles in the plane y = height, turned about its first corner. */
function square(height: number, slope = 0): Piece {
  const corners = [0, 0, 0.1, 0, 0.1, 0.1, 0, 0.1];
  const positions: number[] = [];
  for (let i = 0; i < 8; i += 2) {
    positions.push(corners[i], height + slope * corners[i], corners[i + 1]);
  }
  return {
    positions,
    material: corners,
    triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
    seams: new Uint32Array(0),
  };
}

describe('separation', () => {
  it('finds the distance of two sheets, and no more than its reach', () => {
    expect(separation([square(0), square(0.005)], 0.012).gap).toBeCloseTo(0.005, 9);
    expect(separation([square(0), square(0.02)], 0.012)).toEqual({
      gap: 0.012,
      crossings: 0,
      nearest: [-1, -1],
    });
  });

  it('counts what passes through', () => {
    expect(separation([square(0), square(-0.01, 0.3)], 0.012).crossings).toBeGreaterThan(0);
  });

  it('leaves out what a seam joins, and only that', () => {
    const both = (seams: number[]): Piece => {
      const [a, b] = [square(0), square(0.005)];
      const moved = Array.from(b.positions, (x, i) => (i % 3 === 0 ? x + 0.1 : x));
      return {
        positions: [...Array.from(a.positions), ...moved],
        material: [...Array.from(a.material), ...Array.from(b.material)],
        triangles: Uint32Array.from([...a.triangles, ...Array.from(b.triangles, (v) => v + 4)]),
        seams: Uint32Array.from(seams),
      };
    };
    expect(separation([both([])], 0.012).gap).toBeCloseTo(0.005, 9);
    expect(separation([both([1, 4, 2, 7])], 0.012).gap).toBe(0.012);
  });

  it('agrees with alternating projections on random triangles', () => {
    const random = generator(20260);
    for (let n = 0; n < 300; n++) {
      const [a, b] = [randomTriangle(random, 0), randomTriangle(random, 0.04)];
      const found = separation([piece(a), piece(b)], 0.2);
      const expected = alternating(a, b);
      if (expected < 1e-4) continue;
      expect(found.crossings, `case ${n}`).toBe(0);
      expect(found.gap, `case ${n}`).toBeLessThan(expected + 1e-9);
      expect(found.gap, `case ${n}`).toBeGreaterThan(expected - 2e-5);
    }
  });
});

const host = await resources();
const GARMENT_SCENES = SCENE_NAMES.filter((n) =>
  readScene(n).cloths.some((c) => c.kind === 'garment'),
);

/** Who wears a scene, and on other bodies what is worn over each other: one garment alone is tried at three resolutions. */
const worn = (body: string) =>
  GARMENT_SCENES.filter((name) => {
    const { bodies, cloths } = readScene(name);
    return cloths.length > 1 || bodies!.some((b) => b.kind === 'avatar' && b.body === body);
  });

const PATTERNS = ['skirt', 'tshirt', 'trousers'];

/** Which garments are tried at a resolution; of the finest, which takes longest, one on each body. */
const patternsAt = (resolution: number, body: string) =>
  resolution > 9 || whole ? PATTERNS : [PATTERNS[avatarNames.findIndex((name) => name === body)]];

describe.each([...avatarNames])('on the body of the %s', (body) => {
  it.each(worn(body))('%s starts apart', { timeout: 60000 }, (name) => {
    const pieces = startOf(name, body);
    const { gap, crossings } = separation(pieces, 2 * START_GAP);
    expect(crossings).toBe(0);
    expect(gap).toBeGreaterThanOrEqual(START_GAP);
    const meshes = pieces.map((p) => toIntegers(p.positions, p.triangles));
    for (const a of meshes) for (const b of meshes) expect(meetings(a, b)).toBe(0);
  });

  it.each([9, 36, 60])(
    'garments start apart at a resolution of %d mm',
    (resolution) => {
      for (const pattern of patternsAt(resolution, body)) {
        const scene = readScene('walk-skirt');
        scene.cloths = [{ kind: 'garment', pattern, resolution }];
        const { gap, crossings } = separation(piecesOf(scene, body), 2 * START_GAP);
        expect(crossings, pattern).toBe(0);
        expect(gap, pattern).toBeGreaterThanOrEqual(START_GAP);
      }
    },
    60000,
  );
});

it('would see a sleeve that is pushed into the front', () => {
  const [shirt] = startOf('walk-tshirt', 'man');
  const pushed = shirt.positions as Float32Array;
  const { garment } = cook(readScene('walk-tshirt'), host).info.cloths[0];
  garment!.panel.forEach((panel, v) => {
    if (garment!.panelNames[panel] === 'sleeveL') pushed[3 * v] -= 0.12;
  });
  expect(separation([shirt], START_GAP).crossings).toBeGreaterThan(10);
});

function startOf(name: string, body: string): Piece[] {
  return piecesOf(readScene(name), body);
}

function piecesOf(scene: Scene, body: string): Piece[] {
  const bodies = scene.bodies!.map((b) => (b.kind === 'avatar' ? { ...b, body } : b));
  const { bytes, info } = cook({ ...scene, bodies }, host);
  const file = readCooked(bytes);
  return info.cloths.map((_, i) => ({
    positions: floats(section(file, 'CPOS', i)),
    material: floats(section(file, 'CMAT', i)),
    triangles: words(section(file, 'CTRI', i)),
    seams: words(section(file, 'CSEM', i)),
  }));
}

type Triangle = [Vec3, Vec3, Vec3];

function piece(t: Triangle): Piece {
  return {
    positions: t.flat(),
    material: [0, 0, 1, 0, 0, 1],
    triangles: Uint32Array.of(0, 1, 2),
    seams: new Uint32Array(0),
  };
}

function randomTriangle(random: () => number, shift: number): Triangle {
  const corner = (): Vec3 => [0, 1, 2].map(() => 0.06 * random() + shift) as Vec3;
  return [corner(), corner(), corner()];
}

/** Distance of two convex sets: the nearest point of one to the other, back and forth (Cheney, Goldstein 1959). */
function alternating(a: Triangle, b: Triangle): number {
  let p = a[0];
  let q = b[0];
  for (let i = 0; i < 4000; i++) {
    const before = p;
    q = nearestPoint(p, b);
    p = nearestPoint(q, a);
    if (p.every((x, k) => x === before[k])) break; // and so for ever
  }
  const r = minus(p, q);
  return Math.sqrt(dot(r, r));
}

/** The nearest point of a triangle: inside by solving for its plane, else on the nearest side. */
function nearestPoint(p: Vec3, [a, b, c]: Triangle): Vec3 {
  const [u, v, w] = [minus(b, a), minus(c, a), minus(p, a)];
  const [uu, uv, vv, wu, wv] = [dot(u, u), dot(u, v), dot(v, v), dot(w, u), dot(w, v)];
  const det = uu * vv - uv * uv;
  const [s, t] = [(vv * wu - uv * wv) / det, (uu * wv - uv * wu) / det];
  if (s >= 0 && t >= 0 && s + t <= 1) return plus(plus(a, u, s), v, t);
  const onSide = (x: Vec3, y: Vec3): Vec3 => {
    const d = minus(y, x);
    const f = Math.min(1, Math.max(0, dot(minus(p, x), d) / dot(d, d)));
    return plus(x, times(d, f));
  };
  const far = (x: Vec3) => dot(minus(p, x), minus(p, x));
  return [onSide(a, b), onSide(b, c), onSide(c, a)].reduce((x, y) => (far(y) < far(x) ? y : x));
}

/** Numbers in [0, 1) from a seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
