// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Yarns, shading normals and folded edges of what is drawn.
import { Mesh, MeshBasicMaterial } from 'three';
import { describe, expect, it } from 'vitest';
import { COLOURS } from '../src/choices';
import { ClothEdge } from '../src/view/cloth_edge';
import { yarnsOf } from '../src/view/dye';
import { putBelow } from '../src/view/layers';
import { NormalFilter } from '../src/view/normal_filter';
import { LOOKS } from '../src/view/fabric_looks';
import { MEAN_SHADE, weaveMap } from '../src/view/weave';

const rgb = (hex: string) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));

describe('denim', () => {
  it.each(COLOURS.map(({ value, hex }) => [value, hex]))(
    'dyed %s has a blue warp and a white weft',
    (_, hex) => {
      const { warp, weft, thread } = yarnsOf(hex, LOOKS.denim.indigo);
      const [r, g, b] = rgb(warp);
      expect(b).toBeGreaterThan(1.3 * r);
      expect(b).toBeGreaterThan(1.2 * g);
      const white = rgb(weft);
      expect(Math.min(...white)).toBeGreaterThan(190);
      expect(Math.max(...white) - Math.min(...white)).toBeLessThan(20);
      const apart = rgb(thread).reduce((sum, c, i) => sum + Math.abs(c - rgb(warp)[i]), 0);
      expect(apart).toBeGreaterThan(90);
    },
  );

  it('shows its weft in diagonals, a quarter to a half of its face', () => {
    const map = weaveMap(LOOKS.denim.weave, 96); // 4 pixels a yarn
    const weft = (x: number, y: number) => map[4 * (96 * (y % 96) + (x % 96)) + 3];
    let sum = 0;
    for (let k = 3; k < map.length; k += 4) sum += map[k] / 255;
    const share = sum / (map.length / 4);
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.5);
    for (let x = 0; x < 96; x += 7) expect(weft(x, 30)).toBe(weft(x + 92, 34));
  });
});

describe('dyes', () => {
  it('of other fabrics are in all yarns, and the stitches show', () => {
    for (const { hex } of COLOURS) {
      const { warp, weft, thread } = yarnsOf(hex, LOOKS.cotton.indigo);
      expect([warp, weft]).toEqual([hex, hex]);
      expect(thread).not.toBe(hex);
    }
  });

  it('keep their brightness in every weave', () => {
    for (const { weave } of Object.values(LOOKS)) {
      const map = weaveMap(weave, 64);
      let sum = 0;
      for (let k = 2; k < map.length; k += 4) sum += map[k];
      expect(Math.abs(sum / (map.length / 4) - MEAN_SHADE)).toBeLessThan(3);
    }
  });
});

/** Two squares side by side, each of two triangles, whose common side is sewn: vertices 1, 2 to 4, 7. */
const SEAMS = Uint32Array.from([1, 4, 2, 7]);
const TRIANGLES = Uint32Array.from([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]);
const POSITIONS = Float32Array.from(
  [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [1, 0],
    [2, 0],
    [2, 1],
    [1, 1],
  ].flatMap(([x, y]) => [x, y, 0]),
);

describe('shading normals', () => {
  it('get nearer to those around them, stay of length 1 and the same on both sides of a seam', () => {
    const filter = new NormalFilter(8, TRIANGLES, SEAMS);
    const normals = new Float32Array(24);
    for (let v = 0; v < 8; v++) normals[3 * v + 2] = 1;
    normals.set([0.8, 0, 0.6], 0);
    normals.set([0.6, 0, 0.8], 15);
    filter.apply(normals, POSITIONS, 2);
    expect(normals[0]).toBeLessThan(0.6);
    for (let k = 0; k < 24; k += 3)
      expect(Math.hypot(normals[k], normals[k + 1], normals[k + 2])).toBeCloseTo(1, 5);
    expect([...normals.subarray(3, 6)]).toEqual([...normals.subarray(12, 15)]);
    expect([...normals.subarray(6, 9)]).toEqual([...normals.subarray(21, 24)]);
  });
});

describe('a folded edge', () => {
  it('is as thick as two layers, lies outside the cloth, and closes over a seam', () => {
    const open = Uint32Array.from([0, 1, 2, 3, 3, 0, 4, 5, 5, 6, 6, 7]);
    const shape = {
      name: 'two squares',
      vertexCount: 8,
      triangles: TRIANGLES,
      material: new Float32Array(16),
      edges: { places: new Float32Array(32), kinds: new Float32Array(16), open, seams: SEAMS },
    };
    const edge = new ClothEdge(shape, new MeshBasicMaterial());
    const normals = new Float32Array(24);
    for (let v = 0; v < 8; v++) normals[3 * v + 2] = 1;
    edge.update(POSITIONS, normals, 0.01);
    const places = edge.mesh.geometry.attributes.position;
    const [xs, ys, zs] = [0, 1, 2].map((c) =>
      Array.from({ length: places.count }, (_, i) => places.getComponent(i, c)),
    );
    expect(Math.max(...zs) - Math.min(...zs)).toBeCloseTo(0.0172, 5);
    expect(Math.min(...ys)).toBeCloseTo(-0.008, 5);
    expect(Math.max(...ys)).toBeCloseTo(1.008, 5);
    const middle = xs
      .map((x, i) => [x, ys[i], zs[i]])
      .filter(([x, y]) => x > 0.9 && x < 1.1 && y < 0.5);
    expect(middle.length).toBe(12);
    expect(middle.slice(0, 6)).toEqual(middle.slice(6)); // no gap where two hems meet
  });
});

describe('layers', () => {
  const put = (layers: number, material = new MeshBasicMaterial()) => {
    const outer = new Mesh(undefined, new MeshBasicMaterial());
    outer.add(new Mesh(undefined, material));
    putBelow(outer, layers);
    return [outer.material, material].map((m) => (m.polygonOffset ? m.polygonOffsetFactor : 0));
  };

  it('are drawn the farther away the more is worn over them, with all their parts', () => {
    expect(put(0)).toEqual([0, 0]);
    expect(put(1)[1]).toBeGreaterThan(0);
    expect(put(2)[1]).toBeGreaterThan(put(1)[1]);
    expect(put(2)[0]).toBe(put(2)[1]);
    expect(put(100)[1]).toBeLessThan(5); // sheets in a heap are not worn
  });

  it('leave hair where it is, over the clothes', () => {
    expect(put(1, new MeshBasicMaterial({ alphaTest: 0.3 }))[1]).toBe(0);
  });
});
