// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Tests of the crossings checker: `node tests/crossings/test.mjs`; the last line is `N passed, N failed`.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkDump } from './check.mjs';
import { exactCalls, segmentMeetsTriangle } from './segment_triangle.mjs';

const tests = [];
const test = (name, run) => tests.push({ name, run });

const triangle = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
const meets = (...segment) =>
  segmentMeetsTriangle(Float32Array.from(segment), 0, 3, triangle, 0, 3, 6);

test('a segment through, beside and above a triangle', () => {
  assert.equal(meets(0.25, 0.25, -1, 0.25, 0.25, 1), true);
  assert.equal(meets(0.75, 0.75, -1, 0.75, 0.75, 1), false);
  assert.equal(meets(0.25, 0.25, 1, 0.25, 0.25, 2), false);
});

test('touching counts, one step of a float off does not', () => {
  assert.equal(meets(0.25, 0.25, 0, 0.25, 0.25, 1), true);
  assert.equal(meets(0.25, 0.25, 1e-45, 0.25, 0.25, 1), false);
  assert.equal(meets(0.5, 0.5, -1, 0.5, 0.5, 1), true);
  assert.equal(meets(0.5, 0.5000001, -1, 0.5, 0.5000001, 1), false);
  assert.equal(meets(0, 0, -1, 0, 0, 1), true);
});

test('in the plane of the triangle', () => {
  assert.equal(meets(-1, 0.25, 0, 2, 0.25, 0), true);
  assert.equal(meets(0.2, 0.2, 0, 0.3, 0.3, 0), true);
  assert.equal(meets(1, 1, 0, 2, 2, 0), false);
  assert.equal(meets(-1, 0, 0, 2, 0, 0), true);
  assert.equal(meets(0.5, 0.5, 0, 1, 1, 0), true);
});

test('a triangle without area meets nothing', () => {
  const flat = Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0);
  assert.equal(
    segmentMeetsTriangle(Float32Array.of(1, 0, -1, 1, 0, 1), 0, 3, flat, 0, 3, 6),
    false,
  );
});

/** Deterministic whole numbers. */
function dice(seed) {
  return (sides) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * sides);
  };
}

test('the filter and the exact arithmetic agree however the points are named', () => {
  const roll = dice(7);
  let met = 0;
  const before = exactCalls.count;
  for (let i = 0; i < 20000; ++i) {
    const extent = i % 2 ? 4 : 1000;
    const x = Float32Array.from({ length: 6 }, () => roll(extent) / 8);
    const y = Float32Array.from({ length: 9 }, () => roll(extent) / 8);
    const answer = segmentMeetsTriangle(x, 0, 3, y, 0, 3, 6);
    assert.equal(segmentMeetsTriangle(x, 3, 0, y, 6, 3, 0), answer);
    assert.equal(segmentMeetsTriangle(x, 0, 3, y, 3, 6, 0), answer);
    met += answer ? 1 : 0;
  }
  assert.ok(met > 1000 && exactCalls.count > before + 1000);
});

/** A sheet of n x n squares of side 1/n in the plane z = height, and its faces. */
function sheet(n, height) {
  const x = [];
  const faces = [];
  for (let j = 0; j <= n; ++j) {
    for (let i = 0; i <= n; ++i) {
      x.push(i / n, j / n, height(i / n, j / n));
      if (i < n && j < n) {
        const a = j * (n + 1) + i;
        faces.push(a, a + 1, a + n + 2, a, a + n + 2, a + n + 1);
      }
    }
  }
  return { x: Float32Array.from(x), faces: Uint32Array.from(faces) };
}

function withDump(meshes, run) {
  const folder = mkdtempSync(join(tmpdir(), 'weft-crossings-'));
  try {
    const lines = meshes.map(
      (m) => `${m.name} ${m.kind} ${m.frames[0].length / 3} ${m.faces.length / 3}\n`,
    );
    writeFileSync(join(folder, 'manifest.txt'), lines.join(''));
    for (const mesh of meshes) {
      writeFileSync(join(folder, `${mesh.name}.faces.u32`), mesh.faces);
      if (mesh.merge) {
        writeFileSync(join(folder, `${mesh.name}.merge.u32`), Uint32Array.from(mesh.merge));
      }
      mesh.frames.forEach((x, i) =>
        writeFileSync(join(folder, `${mesh.name}.${String(i).padStart(5, '0')}.f32`), x),
      );
    }
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** All edges of one surface against all faces of another. */
function countPlainly(a, b) {
  const edges = new Set();
  for (let i = 0; i < a.faces.length; ++i) {
    const next = i % 3 === 2 ? i - 2 : i + 1;
    edges.add([a.faces[i], a.faces[next]].sort((p, q) => p - q).join());
  }
  let count = 0;
  for (const edge of edges) {
    const [p, q] = edge.split(',').map((v) => 3 * Number(v));
    for (let f = 0; f < b.faces.length; f += 3) {
      const [i, j, k] = b.faces.slice(f, f + 3);
      count += segmentMeetsTriangle(a.x, p, q, b.x, 3 * i, 3 * j, 3 * k) ? 1 : 0;
    }
  }
  return count;
}

test('cloth against body: the grid finds what a double loop finds', () => {
  const cloth = sheet(12, (a, b) => 0.05 * Math.sin(9 * a) * Math.cos(8 * b));
  const body = sheet(9, (a, b) => 0.05 * Math.cos(7 * a + 5 * b));
  const apart = cloth.x.map((value, i) => (i % 3 === 2 ? value + 1 : value));
  const meshes = [
    { name: 'sheet', kind: 'cloth', faces: cloth.faces, frames: [cloth.x, apart, cloth.x] },
    { name: 'hill', kind: 'body', faces: body.faces, frames: [body.x, body.x, body.x] },
  ];
  const expected = countPlainly(cloth, body) + countPlainly(body, cloth);
  assert.ok(expected > 30);
  withDump(meshes, (folder) => {
    const found = checkDump(folder);
    assert.deepEqual(
      found.per_frame.map((frame) => frame.cloth_body),
      [expected, 0, expected],
    );
    assert.equal(found.cloth_cloth, 0);
    assert.equal(checkDump(folder, 1).cloth_body, expected);
    const command = [fileURLToPath(new URL('check.mjs', import.meta.url)), folder, '--from', '2'];
    const said = JSON.parse(execFileSync('node', command, { encoding: 'utf8' }));
    assert.deepEqual([said.frames, said.cloth_body], [1, expected]);
  });
});

test('cloth against cloth: two sheets cross, neighbours and sewn vertices do not', () => {
  const lower = sheet(6, (a) => 0.1 * a);
  const upper = sheet(6, (a) => 0.05 + 0.01 * a);
  const mesh = (name, s) => ({ name, kind: 'cloth', faces: s.faces, frames: [s.x] });
  const expected = countPlainly(lower, upper) + countPlainly(upper, lower);
  assert.ok(expected > 10);
  withDump([mesh('lower', lower), mesh('upper', upper)], (folder) => {
    assert.equal(checkDump(folder).cloth_cloth, expected);
  });
  withDump([mesh('lower', lower)], (folder) => assert.equal(checkDump(folder).cloth_cloth, 0));

  // two triangles that share the place of one corner: sewn there, or touching
  const x = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 1, 1);
  const fan = { name: 'fan', kind: 'cloth', faces: Uint32Array.of(0, 1, 2, 3, 4, 5), frames: [x] };
  withDump([fan], (folder) => assert.equal(checkDump(folder).cloth_cloth, 4));
  withDump([{ ...fan, merge: [0, 3] }], (folder) => assert.equal(checkDump(folder).cloth_cloth, 0));
});

test('the edges of a closed seam count once, those of an open one each', () => {
  // two triangles along the z axis, each with an edge of its own there, and one that the axis pierces
  const pair = (gap) =>
    Float32Array.of(0, 0, -1, 0, 0, 1, 1, 0, 0, gap, 0, 1, gap, 0, -1, -1, 0, 0);
  const pierced = Float32Array.of(-2, -2, 0.5, 2, -2, 0.5, 0, 3, 0.5);
  const faces = Uint32Array.of(0, 1, 2, 3, 4, 5);
  const other = { name: 'other', kind: 'cloth', faces: Uint32Array.of(0, 1, 2), frames: [pierced] };
  for (const [gap, counted] of [
    [0, 3],
    [0.01, 4],
  ]) {
    const seam = { name: 'seam', kind: 'cloth', faces, frames: [pair(gap)], merge: [0, 4, 1, 3] };
    withDump([seam, other], (folder) => assert.equal(checkDump(folder).cloth_cloth, counted));
  }
});

test('a damaged dump is refused with file and reason', () => {
  const one = sheet(1, () => 0);
  const mesh = { name: 'one', kind: 'cloth', faces: one.faces, frames: [one.x, one.x.slice(0, 3)] };
  withDump([mesh], (folder) => {
    assert.throws(() => checkDump(folder), /one\.00001\.f32: has 12 bytes/);
    const command = fileURLToPath(new URL('check.mjs', import.meta.url));
    assert.equal(spawnSync('node', [command, folder]).status, 2);
    assert.equal(spawnSync('node', [command]).status, 2);
  });
  withDump([{ ...mesh, faces: Uint32Array.of(0, 1, 9) }], (folder) =>
    assert.throws(() => checkDump(folder), /face 0 names vertex 9/),
  );
});

let failed = 0;
for (const { name, run } of tests) {
  try {
    run();
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name}\n${error.stack}`);
  }
}
console.log(`${tests.length - failed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
