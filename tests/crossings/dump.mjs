// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Reads the frames that `weft run --dump` writes: manifest.txt with a line `NAME KIND VERTICES FACES` for each mesh,
// NAME.faces.u32, NAME.merge.u32 (pairs of vertices sewn together, if any) and NAME.00000.f32, NAME.00001.f32, ...
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

function fail(file, reason) {
  throw new Error(`${file}: ${reason}`);
}

function readWords(file, Words, count) {
  const bytes = readFileSync(file);
  if (bytes.length % 4 !== 0 || (count !== undefined && bytes.length !== 4 * count)) {
    fail(file, `has ${bytes.length} bytes, not ${4 * (count ?? Math.ceil(bytes.length / 4))}`);
  }
  return new Words(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

function readFaces(file, faceCount, vertexCount) {
  const faces = readWords(file, Uint32Array, 3 * faceCount);
  const bad = faces.findIndex((vertex) => vertex >= vertexCount);
  return bad < 0 ? faces : fail(file, `face ${Math.floor(bad / 3)} names vertex ${faces[bad]}`);
}

/** For every vertex the lowest one that it is sewn to, directly or through others. */
function readMerge(file, vertexCount) {
  const lowest = Uint32Array.from({ length: vertexCount }, (_, vertex) => vertex);
  const root = (vertex) => {
    while (lowest[vertex] !== vertex) {
      vertex = lowest[vertex] = lowest[lowest[vertex]];
    }
    return vertex;
  };
  const pairs = existsSync(file) ? readWords(file, Uint32Array) : [];
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    if (pairs[i] >= vertexCount || pairs[i + 1] >= vertexCount) {
      fail(file, `pair ${i / 2} names a vertex that is not there`);
    }
    const [a, b] = [root(pairs[i]), root(pairs[i + 1])];
    lowest[Math.max(a, b)] = Math.min(a, b);
  }
  return lowest.map((_, vertex) => root(vertex));
}

function readMesh(folder, line) {
  const match = /^(\S+) (cloth|body) (\d+) (\d+)$/.exec(line);
  if (!match) {
    fail(join(folder, 'manifest.txt'), `cannot read the line '${line}'`);
  }
  const [name, kind] = match.slice(1, 3);
  const [vertexCount, faceCount] = match.slice(3).map(Number);
  const faces = readFaces(join(folder, `${name}.faces.u32`), faceCount, vertexCount);
  const merge = readMerge(join(folder, `${name}.merge.u32`), vertexCount);
  return { name, kind, vertexCount, faces, merge };
}

function framesOf(folder, name) {
  const numbers = new Set();
  for (const file of readdirSync(folder)) {
    const number =
      file.startsWith(`${name}.`) && /^(\d{5,})\.f32$/.exec(file.slice(name.length + 1));
    if (number) {
      numbers.add(Number(number[1]));
    }
  }
  return numbers;
}

/** Opens a dump: its meshes, the numbers of its frames, and a function that reads positions. */
export function openDump(folder) {
  const manifest = readFileSync(join(folder, 'manifest.txt'), 'utf8');
  const meshes = manifest
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => readMesh(folder, line));
  const sets = meshes.map((mesh) => framesOf(folder, mesh.name));
  const frames = [...(sets[0] ?? [])].sort((a, b) => a - b);
  meshes.forEach((mesh, i) => {
    if (sets[i].size !== frames.length || frames.some((frame) => !sets[i].has(frame))) {
      fail(folder, `${mesh.name} and ${meshes[0].name} have different frames`);
    }
  });
  const positions = (mesh, frame) => {
    const file = join(folder, `${mesh.name}.${String(frame).padStart(5, '0')}.f32`);
    return readWords(file, Float32Array, 3 * mesh.vertexCount);
  };
  return { meshes, frames, positions };
}
