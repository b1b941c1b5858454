// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The pinch map against brute force, and what it says of motions that are known to pinch or not to.
import { describe, expect, it } from 'vitest';
import { buildClips, skin } from '../src/avatar/index.js';
import { cook } from '../src/cook/cook.js';
import { cross, dot, length, minus, plus, point, times, unit } from '../src/math/vec3.js';
import { PartGaps, pairOf } from '../src/pinch/part_gaps.js';
import { motionGaps, REACH } from '../src/pinch/motion.js';
import { motionPinches } from '../src/pinch/motion_pinches.js';
import { describePinches, type PinchMap } from '../src/pinch/pinch.js';
import { SEGMENTS, vertexSegments } from '../src/pinch/segments.js';
import { SkinReach } from '../src/pinch/skin_reach.js';
import { posesOfSteps } from '../src/pinch/steps.js';
import { EVENT, type Body, type Event } from '../src/model.js';
import type { Vec3 } from '../src/math/vec3.js';
import type { Avatar } from '../src/types.js';
import { readScene, resources } from './helpers/scenes.js';

const host = await resources();

/** Paths over edges, relaxed until nothing changes (Bellman 1958). */
function pathsFrom(avatar: Avatar, start: number): Float64Array {
  const { triangles: t, positions: p } = avatar;
  const far = new Float64Array(p.length / 3).fill(Infinity);
  far[start] = 0;
  for (let changed = true; changed;) {
    changed = false;
    for (let i = 0; i < t.length; i++) {
      const [a, b] = [t[i], t[i % 3 === 2 ? i - 2 : i + 1]];
      const way = far[a] + length(minus(point(p, a), point(p, b)));
      if (way >= far[b] - 1e-12) continue;
      far[b] = way;
      changed = true;
    }
  }
  return far;
}

it('knows what is near along the skin', { timeout: 60000 }, () => {
  const avatar = host.avatar!('woman');
  const reach = new SkinReach(avatar, 0.08);
  for (const vertex of [17, 4376, 8236, 10500]) {
    const far = pathsFrom(avatar, vertex);
    const expected = [...far.keys()].filter((v) => far[v] <= 0.08);
    expect([...reach.of(vertex)].sort((a, b) => a - b)).toEqual(expected);
  }
});

/** Least signed distance of vertices of one segment over triangles of the other, without any box or grid. */
function bruteForce(avatar: Avatar, x: Float64Array, a: number, b: number, reach: number): number {
  const { triangles: t } = avatar;
  const own = vertexSegments(avatar);
  const near = new SkinReach(avatar, 0.08);
  const normals = Array.from({ length: own.length }, (): Vec3 => [0, 0, 0]);
  const corners = (i: number) => [0, 1, 2].map((k) => point(x, t[i + k]));
  const normalOf = (i: number): Vec3 => {
    const [p, q, r] = corners(i);
    return cross(minus(q, p), minus(r, p));
  };
  for (let i = 0; i < t.length; i += 3) {
    for (let k = 0; k < 3; k++) normals[t[i + k]] = plus(normals[t[i + k]], normalOf(i));
  }
  const ours = [...own.keys()].filter((v) => own[v] === a);
  let least = reach;
  for (let i = 0; i < t.length; i += 3) {
    if (own[t[i]] !== b) continue;
    const n = unit(normalOf(i));
    const [p, q, r] = corners(i);
    ours.forEach((v) => {
      if (dot(n, normals[v]) >= 0) return;
      const height = dot(minus(point(x, v), p), n);
      if (height >= least || height < -reach) return;
      const foot = minus(point(x, v), times(n, height));
      const area = (u: Vec3, w: Vec3, z: Vec3) => dot(cross(minus(w, u), minus(z, u)), n);
      const whole = area(p, q, r);
      const shares = [area(q, r, foot), area(r, p, foot), area(p, q, foot)].map((s) => s / whole);
      if (shares.some((s) => s < -0.1)) return;
      if (![0, 1, 2].some((k) => near.of(v).has(t[i + k]))) least = height;
    });
  }
  return least;
}

describe('gaps', { timeout: 60000 }, () => {
  it.each([
    ['plus', 'walk', 8, 'thigh L', 'thigh R'],
    ['plus', 'walk', 40, 'thigh L', 'thigh R'],
    ['woman', 'walk', 20, 'forearm L', 'thigh L'],
    ['man', 'walk', 30, 'trunk', 'upper arm R'],
  ])('of the %s in %s, frame %d, %s and %s, is that of brute force', (name, clip, frame, a, b) => {
    const avatar = host.avatar!(name);
    const pose = buildClips(avatar).find((c) => c.name === clip)!.poses[frame];
    const [i, k] = [SEGMENTS.indexOf(a), SEGMENTS.indexOf(b)];
    const x = skin(avatar, pose);
    const expected = Math.min(bruteForce(avatar, x, i, k, 0.05), bruteForce(avatar, x, k, i, 0.05));
    const found = new PartGaps(avatar, 0.05).at(pose).get(pairOf(i, k)) ?? 0.05;
    expect(found).toBeCloseTo(expected, 9);
  });
});

describe('poses of steps', () => {
  const clip = (name: string, count: number, loop: boolean, shift: number) => ({
    name,
    loop,
    poses: Array.from({ length: count }, (_, f) => ({
      rotations: Float64Array.of(0, 0, 0, 1),
      heads: Float64Array.of(shift + f, 0, 0),
    })),
  });
  const body = { clips: [clip('still', 1, true, -100), clip('run', 4, true, 0)] } as Body;
  const play = (step: number, blend: number): Event => ({
    step,
    kind: EVENT.play,
    target: 0,
    index: 1,
    p: [blend, 0],
  });
  const places = (events: Event[]) =>
    [...posesOfSteps(body, 0, events, 10, 0.1)].map(({ pose }) => pose.heads[0]);

  it('stand until a clip plays, which starts with its second frame and loops', () => {
    expect(places([play(3, 0)])).toEqual([-100, -100, -100, 1, 2, 3, 0, 1, 2, 3]);
  });

  it('fade in smoothly from where the body stood', () => {
    const t = (k: number) => (k / 4) ** 2 * (3 - (2 * k) / 4);
    const mix = (k: number) => -100 + t(k) * ((k % 4) + 100);
    const expected = [mix(1), mix(2), mix(3), 0, 1, 2, 3, 0, 1, 2];
    places([play(0, 0.4)]).forEach((x, i) => expect(x).toBeCloseTo(expected[i], 9));
  });
});

describe('gaps in a motion', { timeout: 60000 }, () => {
  it('holds what was measured at every look, whatever is worn', () => {
    const avatar = host.avatar!('plus');
    const walk = buildClips(avatar).find((c) => c.name === 'walk')!;
    const { frames, loop, stride, pairs } = motionGaps(avatar, walk);
    expect([frames, loop]).toEqual([walk.poses.length, true]);
    const thighs = pairs.find((p) => p.parts.join() === 'thigh L,thigh R')!;
    expect(thighs.least).toHaveLength(Math.ceil(frames / stride));
    const gaps = new PartGaps(avatar, REACH);
    const pair = pairOf(SEGMENTS.indexOf('thigh L'), SEGMENTS.indexOf('thigh R'));
    for (const look of [0, 4, 9]) {
      const least = gaps.at(walk.poses[look * stride]).get(pair);
      expect(thighs.least[look]).toBe(least === undefined ? null : Math.round(1e4 * least));
    }
  });

  it('becomes pinches for the room that cloth needs', () => {
    const least = [null, 60, 40, -3, 70, 20];
    const parts: [string, string] = ['thigh L', 'thigh R'];
    const motion = { frames: 17, loop: false, stride: 3, pairs: [{ parts, least }] };
    expect(motionPinches(motion, 0.0065)).toEqual([
      {
        parts,
        spans: [
          { from: 3, to: 9, least: -0.0003 },
          { from: 15, to: 15, least: 0.002 },
        ],
      },
    ]);
    expect(motionPinches(motion, -0.001)).toEqual([]);
  });
});

describe('the pinch map', { timeout: 60000 }, () => {
  const mapOf = (name: string, body: string): PinchMap => {
    const scene = readScene(name);
    const bodies = scene.bodies!.map((b) => (b.kind === 'avatar' ? { ...b, body } : b));
    const cloths = scene.cloths.map((cloth) => ({ ...cloth, resolution: 40 })); // the map is of the body
    return cook({ ...scene, bodies, cloths }, { ...host, pinches: true }).info.pinches!;
  };
  const parts = (map: PinchMap) => map.pinches.map((p) => p.parts.join(' and '));

  it('finds room in the walk of the woman and thighs that rub in that of the plus-size body', () => {
    expect(mapOf('walk-skirt', 'woman').pinches).toEqual([]);
    const plus = mapOf('walk-skirt', 'plus');
    expect(plus.rooms.wearer).toBeCloseTo(0.006 + 2 * 0.00032, 9);
    expect(parts(plus)).toContain('thigh L and thigh R');
    const { spans } = plus.pinches.find((p) => p.parts[0] === 'thigh L')!;
    for (const span of spans) {
      expect(span.to).toBeGreaterThanOrEqual(span.from);
      expect(span.from % plus.stride).toBe(0);
      expect(span.least).toBeLessThan(plus.rooms.wearer);
    }
    expect(describePinches(plus).join('\n')).toMatch(/thigh L and thigh R: steps \d+-\d+ \(/);
  });

  it('finds both armpits closed twice while the arms press', () => {
    for (const body of ['man', 'plus']) {
      const map = mapOf('armpit-pinch', body);
      for (const side of ['L', 'R']) {
        const pinch = map.pinches.find((p) => p.parts[1] === `upper arm ${side}`)!;
        const deep = pinch.spans.filter((s) => s.least < 0);
        expect(deep, body).toHaveLength(2);
        for (const span of deep) expect(span.to - span.from).toBeGreaterThan(30);
      }
    }
  });

  it('is left out unless it is asked for', () => {
    const coarse = readScene('walk-trousers');
    for (const cloth of coarse.cloths) Object.assign(cloth, { resolution: 40 });
    const { info } = cook(coarse, host);
    expect(info.pinches).toBeUndefined();
    const asked = cook(coarse, { ...host, pinches: true });
    expect(asked.info.hash).toBe(info.hash);
  });
});
