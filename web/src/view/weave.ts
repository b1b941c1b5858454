// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloth seen close up, over one period: weaves from how warp and weft pass over each other, a knit from its loops,
// leather from its grain. What comes out is one map for the shader: normals, shade, and where the weft is on top.
import { cells, hash2, valueNoise } from './noise';

/** A surface sample: height and shade, both about 0..1, and how much of the weft lies on top. */
export interface Sample {
  height: number;
  shade: number;
  weft: number;
}

/** Blue of a place that is as bright as the whole. */
export const MEAN_SHADE = 170;

/** How a fabric is built and how large it is drawn. */
export interface Weave {
  /** Samples the surface at (u, v) in yarns; periodic in `yarns`. */
  sample(u: number, v: number): Sample;
  /** Yarns in one period of the maps. */
  yarns: number;
  /** Edge of one period, m. Yarns are drawn two to three times their real size, so that they show on a screen. */
  size: number;
  /** Strength of the normal map. */
  relief: number;
}

/** 1 in the middle of a yarn, 0 at its edges. */
function round(x: number): number {
  const f = x - Math.floor(x);
  return Math.sin(Math.PI * f);
}

/** Interlaced yarns. `over(i, j)` says whether warp i lies over weft j. */
export function woven(
  over: (i: number, j: number) => boolean,
  yarns: number,
  uneven: number,
): Weave['sample'] {
  return (u, v) => {
    const i = Math.floor(u);
    const j = Math.floor(v);
    const top = over(i, j);
    const warp = round(u) * (0.55 + (top ? 0.45 : -0.45) * round(v));
    const weft = round(v) * (0.55 + (top ? -0.45 : 0.45) * round(u));
    const warpUp = warp > weft;
    const yarn = warpUp ? hash2(i % yarns, 1) : hash2(j % yarns, 2);
    return {
      height: Math.max(warp, weft) * (1 - uneven * (1 - yarn)),
      shade: (1 - uneven * 0.4 * yarn) * (0.72 + 0.28 * Math.max(warp, weft)),
      weft: warpUp ? 0 : 1,
    };
  };
}

const mod = (a: number, n: number) => ((a % n) + n) % n;
/** Which yarn lies on top. */
export const plain = (i: number, j: number) => mod(i + j, 2) === 0;
export const twill = (up: number, of: number) => (i: number, j: number) => mod(i + j, of) < up;
export const satin = (i: number, j: number) => mod(3 * i + j, 8) !== 0;

/** Knit and purl: each wale is a column of V's. */
export function knit(u: number, v: number): Sample {
  const x = u - Math.floor(u) - 0.5;
  const lean = v + Math.abs(x) * 1.1;
  const leg = Math.max(0, 1 - Math.abs(Math.abs(x) - 0.24) * 4.2);
  const height = leg * (0.6 + 0.4 * round(lean));
  return { height, shade: 0.74 + 0.26 * height, weft: 0 };
}

/** Leather by its grain. */
export function leather(u: number, v: number): Sample {
  const grain = cells(u, v, 24);
  const fine = cells(u * 2, v * 2, 48);
  const height = Math.min(1, grain * 1.6) * 0.75 + Math.min(1, fine * 2) * 0.25;
  return { height, shade: 0.84 + 0.16 * height, weft: 0 };
}

/** Weaves with a nap: fibres lie over the yarns. */
export function napped(base: Weave['sample'], yarns: number, nap: number): Weave['sample'] {
  return (u, v) => {
    const s = base(u, v);
    const fibre = valueNoise(u * 2, v * 5, yarns * 2, yarns * 5);
    const flecked = valueNoise(u * 3 + 7, v * 3, yarns * 3, yarns * 3);
    return {
      height: s.height * (1 - nap) + fibre * nap,
      shade: s.shade * (1 - nap * (0.12 * fibre + 0.22 * flecked)),
      weft: s.weft,
    };
  };
}

/**
 * RGBA bytes of one period, `size` pixels square: slopes of the tangent-space normal in red and green, shade in blue
 * (its mean is `MEAN_SHADE`, so that no build darkens its dye), weft in alpha.
 */
export function weaveMap(weave: Weave, size: number): Uint8Array {
  const heights = new Float32Array(size * size);
  const shades = new Float32Array(size * size);
  const rgba = new Uint8Array(4 * size * size);
  const step = weave.yarns / size;
  let sum = 0;
  for (let y = 0, i = 0; y < size; y++) {
    for (let x = 0; x < size; x++, i++) {
      const { height, shade, weft } = weave.sample((x + 0.5) * step, (y + 0.5) * step);
      heights[i] = height;
      sum += shades[i] = shade;
      rgba[4 * i + 3] = 255 * weft;
    }
  }
  const mean = sum / shades.length;
  for (let i = 0; i < shades.length; i++) {
    rgba[4 * i + 2] = Math.min(255, Math.round((MEAN_SHADE * shades[i]) / mean));
  }
  writeSlopes(heights, size, (weave.relief * size) / weave.yarns / 2, rgba);
  return rgba;
}

function writeSlopes(
  heights: Float32Array,
  size: number,
  strength: number,
  rgba: Uint8Array,
): void {
  const at = (x: number, y: number) => heights[mod(y, size) * size + mod(x, size)];
  for (let y = 0, k = 0; y < size; y++) {
    for (let x = 0; x < size; x++, k += 4) {
      const dx = ((at(x + 1, y) - at(x - 1, y)) / 2) * strength;
      const dy = ((at(x, y + 1) - at(x, y - 1)) / 2) * strength;
      const length = Math.hypot(dx, dy, 1);
      rgba[k] = 127.5 + (127.5 * -dx) / length;
      rgba[k + 1] = 127.5 + (127.5 * -dy) / length;
    }
  }
}
