// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the page draws: the body with its vertices split at texture seams, underwear, and eyes, brows and hair fitted to it.
//
// Skin that lies deep under the underwear is not drawn, so that it cannot show through. A proxy vertex is a weighted sum
// of three body vertices plus an offset, so it follows every shape. It moves with the head alone.

import type { AvatarRender } from '../types.js';
import type { AvatarAsset, ProxyInfo } from './asset.js';
import type { BodyRecipe } from './bodies.js';
import { bone } from './bones.js';
import { snapAll } from '../math/snap.js';
import type { ShodBody } from './shoes.js';
import { makeShoes } from './shoes.js';
import { makeUnderwear } from './underwear.js';
import { CUTS } from './underwear_cut.js';

type Attachment = AvatarRender['attachments'][number];

/** How far the inner ends of the brows are raised, and how far they stand off so that they stay over the skin, m. */
const INNER_BROWS_UP = 0.0045;
const BROWS_OUT = 0.0008;

/** Places kept vertices (dm, not yet on the floor) in the world. */
export type ToWorld = (vertices: Float64Array) => Float64Array;

/** Splits quads into triangles a b c, a c d. */
export function quadsToTriangles(quads: ArrayLike<number>): Uint32Array {
  const out = new Uint32Array((quads.length / 4) * 6);
  for (let q = 0; q < quads.length / 4; q++) {
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => quads[4 * q + k]);
    out.set([a, b, c, a, c, d], 6 * q);
  }
  return out;
}

/** Drawing data of a body. */
export function buildRender(
  asset: AvatarAsset,
  vertices: Float64Array,
  toWorld: ToWorld,
  recipe: BodyRecipe,
  body: ShodBody,
): AvatarRender {
  const { quads, quadUvs, uvs, base } = asset.arrays;
  const { uvSlots, ...split } = splitAtSeams(quads, quadUvs, uvs);
  const worn = asset.proxies.filter((p) => recipe.wears.includes(p.name));
  const onBase = Float64Array.from(body.positions, (_, i) => {
    return base[(i % 3) * asset.kept + Math.floor(i / 3)] * 1e-4;
  });
  const { underwear, covered } = makeUnderwear(
    body.positions,
    body.triangles,
    onBase,
    CUTS[recipe.underwear],
  );
  const { shoes, covered: shod } = makeShoes(body);
  const bare = (inShoes: number) =>
    split.triangles.filter((_, i) => {
      const t = Math.floor(i / 3);
      return !covered[t] && shod[t] === inShoes;
    });
  const outside = bare(0);
  return {
    ...split,
    bare: Uint32Array.from([...outside, ...bare(1)]),
    outsideShoes: outside.length,
    shoes,
    texture: recipe.skin,
    tints: tintsAt(asset, recipe.skin, uvSlots),
    underwear,
    attachments: worn.map((p) => attach(asset, p, vertices, toWorld)),
  };
}

interface Split {
  source: Uint32Array;
  uvs: Float32Array;
  triangles: Uint32Array;
  /** Which of the uvs each render vertex has. */
  uvSlots: number[];
}

// One render vertex for every pair of vertex and uv that occurs.
function splitAtSeams(
  quads: ArrayLike<number>,
  quadUvs: ArrayLike<number>,
  uvs: ArrayLike<number>,
): Split {
  const slots = new Map<number, number>();
  const source: number[] = [];
  const uvSlots: number[] = [];
  const corners = Array.from(quads, (v, i) => {
    const key = v * 65536 + quadUvs[i];
    let slot = slots.get(key);
    if (slot === undefined) {
      slot = source.length;
      slots.set(key, slot);
      source.push(v);
      uvSlots.push(quadUvs[i]);
    }
    return slot;
  });
  return {
    source: Uint32Array.from(source),
    uvs: Float32Array.from(
      uvSlots.flatMap((uv) => [uvs[2 * uv], uvs[2 * uv + 1]]),
      (c) => c / 65535,
    ),
    triangles: quadsToTriangles(corners),
    uvSlots,
  };
}

// Stored one channel after the other.
function tintsAt(asset: AvatarAsset, texture: string, uvSlots: number[]): Uint8Array {
  const tints = asset.arrays[`${texture}.tints`];
  const count = tints.length / 4;
  return Uint8Array.from(uvSlots.flatMap((uv) => [0, 1, 2, 3].map((k) => tints[k * count + uv])));
}

function attach(
  asset: AvatarAsset,
  info: ProxyInfo,
  vertices: Float64Array,
  toWorld: ToWorld,
): Attachment {
  const part = (key: string) => asset.arrays[`${info.name}.${key}`];
  const fitted = toWorld(fit(vertices, part('refs'), part('weights'), part('offsets')));
  const split = splitAtSeams(part('quads'), part('quadUvs'), part('uvs'));
  if (info.name === 'brows') raiseInnerEnds(fitted);
  const positions = new Float64Array(3 * split.source.length);
  split.source.forEach((v, i) => positions.set(fitted.subarray(3 * v, 3 * v + 3), 3 * i));
  return {
    name: info.name,
    positions: snapAll(positions),
    uvs: split.uvs,
    triangles: split.triangles,
    boneIndices: ridingOn(bone('head'), split.source.length),
    boneWeights: ridingOn(65535, split.source.length),
    texture: info.texture,
    tints: tintsAt(asset, info.texture, split.uvSlots),
    transparent: info.transparent,
  };
}

// Brows that fall towards the nose make a face stern.
function raiseInnerEnds(brows: Float64Array): void {
  const outer = brows.reduce((most, x, i) => (i % 3 === 0 ? Math.max(most, Math.abs(x)) : most), 0);
  for (let i = 0; i < brows.length; i += 3) {
    const inwards = 1 - Math.abs(brows[i]) / outer;
    brows[i + 1] += INNER_BROWS_UP * inwards;
    brows[i + 2] += BROWS_OUT * inwards;
  }
}

// First of four influences; the other three are zero.
function ridingOn(value: number, count: number): Uint16Array {
  const out = new Uint16Array(4 * count);
  for (let v = 0; v < count; v++) out[4 * v] = value;
  return out;
}

function fit(
  vertices: Float64Array,
  refs: ArrayLike<number>,
  weights: ArrayLike<number>,
  offsets: ArrayLike<number>,
): Float64Array {
  const out = new Float64Array(refs.length);
  for (let v = 0; v < refs.length; v += 3) {
    for (let axis = 0; axis < 3; axis++) {
      let sum = offsets[v + axis] * 1e-5;
      for (let k = 0; k < 3; k++) sum += weights[v + k] * 1e-5 * vertices[3 * refs[v + k] + axis];
      out[v + axis] = sum;
    }
  }
  return out;
}
