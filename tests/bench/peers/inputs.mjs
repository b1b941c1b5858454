// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The same meshes for every engine: a sheet of 1 m and 0.2 kg that falls on a sphere, on a bumpy torus that stands or deforms, or
// folds on the floor. Y up, metres, seconds; everything is evaluated in double and rounded once.

/** What all engines are told. */
export const COMMON = {
  frameSeconds: 1 / 60,
  steps: 120,
  massKg: 0.2,
  thicknessM: 0.005,
  friction: 0.4,
  gravity: 9.81,
  sphereRadiusM: 0.3,
};

const AROUND = 257;
const ACROSS = 56;

/** Vertices of the torus at a moment, 14 392 of three floats. */
function torusPositions(seconds) {
  const positions = new Float32Array(3 * AROUND * ACROSS);
  const phase = Math.PI * seconds;
  for (let i = 0; i < AROUND; ++i) {
    const u = (2 * Math.PI * i) / AROUND;
    const ring = 0.28 + 0.02 * Math.sin(3 * u + phase);
    const lift = 0.03 * Math.sin(2 * u + phase);
    for (let j = 0; j < ACROSS; ++j) {
      const v = (2 * Math.PI * j) / ACROSS;
      const tube =
        0.12 + 0.008 * Math.sin(7 * u) * Math.cos(5 * v) + 0.01 * Math.sin(2 * u - 2 * phase);
      const out = ring + tube * Math.cos(v);
      positions.set(
        [out * Math.cos(u), lift + tube * Math.sin(v), out * Math.sin(u)],
        3 * (i * ACROSS + j),
      );
    }
  }
  return positions;
}

/** Its 28 784 triangles, outward. */
export function torusTriangles() {
  const triangles = [];
  const vertex = (i, j) => (i % AROUND) * ACROSS + (j % ACROSS);
  for (let i = 0; i < AROUND; ++i) {
    for (let j = 0; j < ACROSS; ++j) {
      const [a, b] = [vertex(i, j), vertex(i + 1, j)];
      const [c, d] = [vertex(i + 1, j + 1), vertex(i, j + 1)];
      triangles.push(a, d, c, a, c, b);
    }
  }
  return Uint32Array.from(triangles);
}

function sheetTriangles(n) {
  const triangles = [];
  for (let j = 0; j + 1 < n; ++j) {
    for (let i = 0; i + 1 < n; ++i) {
      const a = j * n + i;
      triangles.push(a, a + n, a + n + 1, a, a + n + 1, a + 1);
    }
  }
  return Uint32Array.from(triangles);
}

const FLAT_HEIGHT_M = { sphere: 0.36, mesh: 0.22, deform: 0.22 };

/** Nearly upright, so that it piles up on the floor. */
function foldPoint(a, b) {
  const wave = 0.02 * Math.sin(6 * Math.PI * b) + 0.01 * Math.sin(3 * a + 4 * b);
  const [s, c] = [Math.sin(Math.PI / 12), Math.cos(Math.PI / 12)];
  return [a, 0.06 + b * c - wave * s, b * s + wave * c];
}

/** The sheet of a scene with n x n vertices. */
export function sheet(kind, n) {
  const positions = new Float32Array(3 * n * n);
  for (let j = 0; j < n; ++j) {
    for (let i = 0; i < n; ++i) {
      const [a, b] = [i / (n - 1) - 0.5, j / (n - 1)];
      const point =
        kind === 'fold' ? foldPoint(a, b) : [a + 0.01, FLAT_HEIGHT_M[kind], b - 0.5 + 0.02];
      positions.set(point, 3 * (j * n + i));
    }
  }
  return { positions, triangles: sheetTriangles(n) };
}

/** A sphere of triangles for engines that know no other. */
export function sphereMesh(columns = 64, rows = 32) {
  const { sphereRadiusM: r } = COMMON;
  const positions = [0, r, 0];
  for (let j = 1; j < rows; ++j) {
    const [y, out] = [Math.cos((Math.PI * j) / rows), Math.sin((Math.PI * j) / rows)];
    for (let i = 0; i < columns; ++i) {
      const u = (2 * Math.PI * i) / columns;
      positions.push(r * out * Math.cos(u), r * y, r * out * Math.sin(u));
    }
  }
  positions.push(0, -r, 0);
  const at = (j, i) => 1 + (j - 1) * columns + (i % columns);
  const last = positions.length / 3 - 1;
  const triangles = [];
  for (let i = 0; i < columns; ++i) {
    triangles.push(0, at(1, i + 1), at(1, i), last, at(rows - 1, i), at(rows - 1, i + 1));
    for (let j = 1; j + 1 < rows; ++j) {
      triangles.push(at(j, i), at(j, i + 1), at(j + 1, i));
      triangles.push(at(j, i + 1), at(j + 1, i + 1), at(j + 1, i));
    }
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** A block whose top is the floor, y = 0. */
export function floorMesh() {
  const x = 1.5;
  const corner = (k) => [k & 1 ? x : -x, k & 2 ? 0 : -0.2, k & 4 ? x : -x];
  const quads = [
    [2, 6, 7, 3],
    [0, 1, 5, 4],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return {
    positions: Float32Array.from([0, 1, 2, 3, 4, 5, 6, 7].flatMap(corner)),
    triangles: Uint32Array.from(quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])),
  };
}

/** Where the vertices of a body that deforms are at a moment; null of one that stands. */
export function bodyMoved(kind, seconds) {
  return kind === 'deform' ? torusPositions(seconds) : null;
}

/** What the sheet falls on as a mesh at a moment. */
export function bodyMesh(kind, seconds) {
  if (kind === 'sphere') return sphereMesh();
  if (kind === 'fold') return floorMesh();
  return {
    positions: torusPositions(kind === 'deform' ? seconds : 0),
    triangles: torusTriangles(),
  };
}
