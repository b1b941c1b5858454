// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Counts edges of one surface that meet faces of another, or of itself. A uniform grid holds the faces.
import { segmentMeetsTriangle } from './segment_triangle.mjs';

/** Several meshes as one surface: faces, unique edges, and for every vertex the one it is sewn to. */
export function joinMeshes(meshes) {
  const vertexCount = meshes.reduce((sum, mesh) => sum + mesh.vertexCount, 0);
  const faceWords = meshes.reduce((sum, mesh) => sum + mesh.faces.length, 0);
  const faces = new Uint32Array(faceWords);
  const merge = new Uint32Array(vertexCount);
  let vertex = 0;
  let word = 0;
  for (const mesh of meshes) {
    mesh.faces.forEach((corner, i) => (faces[word + i] = corner + vertex));
    mesh.merge.forEach((lowest, i) => (merge[vertex + i] = lowest + vertex));
    vertex += mesh.vertexCount;
    word += mesh.faces.length;
  }
  const edges = uniqueEdges(faces, vertexCount);
  return { meshes, vertexCount, faces, merge, edges, twins: sewnTwins(edges, merge) };
}

/** For every edge an earlier one that it is sewn to along its whole length, or itself. */
function sewnTwins(edges, merge) {
  const first = new Map();
  return Uint32Array.from({ length: edges.length / 2 }, (_, edge) => {
    const [a, b] = [merge[edges[2 * edge]], merge[edges[2 * edge + 1]]];
    const key = Math.min(a, b) * merge.length + Math.max(a, b);
    if (!first.has(key)) first.set(key, edge);
    return first.get(key);
  });
}

function uniqueEdges(faces, vertexCount) {
  const keys = new Float64Array(faces.length);
  for (let i = 0; i < faces.length; ++i) {
    const next = i % 3 === 2 ? i - 2 : i + 1;
    const low = Math.min(faces[i], faces[next]);
    const high = Math.max(faces[i], faces[next]);
    keys[i] = low * vertexCount + high;
  }
  keys.sort();
  const edges = [];
  keys.forEach((key, i) => {
    if (i === 0 || key !== keys[i - 1]) {
      edges.push(Math.floor(key / vertexCount), key % vertexCount);
    }
  });
  return Uint32Array.from(edges);
}

/** Lower and upper corners of the boxes of faces (3 corners each) or edges (2). */
function boxesOf(x, words, corners) {
  const count = words.length / corners;
  const boxes = new Float32Array(6 * count);
  for (let i = 0; i < count; ++i) {
    for (let axis = 0; axis < 3; ++axis) {
      let low = Infinity;
      let high = -Infinity;
      for (let k = 0; k < corners; ++k) {
        const value = x[3 * words[corners * i + k] + axis];
        low = value < low ? value : low;
        high = value > high ? value : high;
      }
      boxes[6 * i + axis] = low;
      boxes[6 * i + 3 + axis] = high;
    }
  }
  return boxes;
}

function gridFor(boxes) {
  const count = boxes.length / 6;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  let sides = 0;
  for (let i = 0; i < boxes.length; i += 6) {
    for (let axis = 0; axis < 3; ++axis) {
      low[axis] = Math.min(low[axis], boxes[i + axis]);
      high[axis] = Math.max(high[axis], boxes[i + 3 + axis]);
      sides += boxes[i + 3 + axis] - boxes[i + axis];
    }
  }
  let cell = Math.max((2 * sides) / (3 * count), 1e-6);
  const sizes = () => low.map((value, axis) => Math.floor((high[axis] - value) / cell) + 1);
  while (sizes().reduce((a, b) => a * b) > 2 ** 21) {
    cell *= 1.25;
  }
  return { low, high, cell, size: sizes() };
}

const range = [0, 0, 0, 0, 0, 0];

/** The cells of box i into `range`; false when it lies beside the grid. */
function findRange(grid, boxes, i) {
  for (let axis = 0; axis < 3; ++axis) {
    const from = boxes[6 * i + axis];
    const to = boxes[6 * i + 3 + axis];
    if (to < grid.low[axis] || from > grid.high[axis]) {
      return false;
    }
    const last = grid.size[axis] - 1;
    range[axis] = Math.max(0, Math.min(last, Math.floor((from - grid.low[axis]) / grid.cell)));
    range[3 + axis] = Math.max(0, Math.min(last, Math.floor((to - grid.low[axis]) / grid.cell)));
  }
  return true;
}

function forCells(grid, visit) {
  const [nx, ny] = grid.size;
  for (let z = range[2]; z <= range[5]; ++z) {
    for (let y = range[1]; y <= range[4]; ++y) {
      for (let x = range[0]; x <= range[3]; ++x) {
        visit((z * ny + y) * nx + x);
      }
    }
  }
}

/** Which faces touch which cell: those of cell c are ids[starts[c]] to ids[starts[c + 1] - 1]. */
function fillGrid(boxes) {
  const grid = gridFor(boxes);
  const starts = new Uint32Array(grid.size.reduce((a, b) => a * b) + 1);
  const count = boxes.length / 6;
  for (let i = 0; i < count; ++i) {
    findRange(grid, boxes, i);
    forCells(grid, (cell) => (starts[cell + 1] += 1));
  }
  for (let cell = 1; cell < starts.length; ++cell) {
    starts[cell] += starts[cell - 1];
  }
  const ids = new Uint32Array(starts[starts.length - 1]);
  const next = starts.slice();
  for (let i = 0; i < count; ++i) {
    findRange(grid, boxes, i);
    forCells(grid, (cell) => (ids[next[cell]++] = i));
  }
  return { ...grid, starts, ids };
}

function boxesMeet(a, i, b, j) {
  const p = 6 * i;
  const q = 6 * j;
  return (
    a[p] <= b[q + 3] &&
    a[p + 1] <= b[q + 4] &&
    a[p + 2] <= b[q + 5] &&
    b[q] <= a[p + 3] &&
    b[q + 1] <= a[p + 4] &&
    b[q + 2] <= a[p + 5]
  );
}

/** Whether an edge lies where an earlier one lies that it is sewn to: a closed seam is one edge. */
function isSewnTwin(surface, x, edge) {
  const twin = surface.twins[edge];
  const at = (vertex) => x.subarray(3 * vertex, 3 * vertex + 3).join();
  const ends = (k) => [at(surface.edges[2 * k]), at(surface.edges[2 * k + 1])].sort().join();
  return twin !== edge && ends(twin) === ends(edge);
}

/** Edges of `surface` at x that meet faces of `other` at y; of itself without those that share a vertex. */
export function countCrossings(surface, x, other, y) {
  let count = 0;
  forEachCrossing(surface, x, other, y, () => (count += 1));
  return count;
}

/** Calls `visit` with the vertices of each such edge and those of its face. */
export function forEachCrossing(surface, x, other, y, visit) {
  if (surface.edges.length === 0 || other.faces.length === 0) {
    return;
  }
  const self = surface === other;
  const faceBoxes = boxesOf(y, other.faces, 3);
  const edgeBoxes = boxesOf(x, surface.edges, 2);
  const grid = fillGrid(faceBoxes);
  const seen = new Int32Array(other.faces.length / 3).fill(-1);
  for (let edge = 0; edge < surface.edges.length / 2; ++edge) {
    if (!findRange(grid, edgeBoxes, edge) || isSewnTwin(surface, x, edge)) {
      continue;
    }
    const p = surface.edges[2 * edge];
    const q = surface.edges[2 * edge + 1];
    forCells(grid, (cell) => {
      for (let k = grid.starts[cell]; k < grid.starts[cell + 1]; ++k) {
        const face = grid.ids[k];
        if (seen[face] === edge || !boxesMeet(edgeBoxes, edge, faceBoxes, face)) {
          continue;
        }
        seen[face] = edge;
        const a = other.faces[3 * face];
        const b = other.faces[3 * face + 1];
        const c = other.faces[3 * face + 2];
        if (self && sharesVertex(surface.merge, p, q, a, b, c)) {
          continue;
        }
        if (segmentMeetsTriangle(x, 3 * p, 3 * q, y, 3 * a, 3 * b, 3 * c)) {
          visit([p, q], [a, b, c]);
        }
      }
    });
  }
}

function sharesVertex(merge, p, q, a, b, c) {
  const i = merge[p];
  const j = merge[q];
  const k = merge[a];
  const l = merge[b];
  const m = merge[c];
  return i === k || i === l || i === m || j === k || j === l || j === m;
}
