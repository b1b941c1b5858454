// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which side of a triangle is the front. Neighbours must agree; as few triangles as possible are turned for that,
// and each closed piece ends up with its front outwards.
import { sideEnd, sidesByEdge, sideStart } from './half_edges.js';
import { DisjointSets } from './sets.js';
import { areaOf, keepTriangles, turnTriangle, volumeOf, type Surface } from './surface.js';

/** Makes neighbours agree where an edge has two triangles; returns the caller's triangles that were turned. */
export function agreeOnFronts(surface: Surface): number[] {
  const { triangles, origins } = surface;
  const neighbours: number[][] = origins.map(() => []);
  for (const sides of sidesByEdge(triangles).values()) {
    if (sides.length === 2) {
      const [a, b] = sides;
      const agree = triangles[sideStart(a)] === triangles[sideEnd(b)];
      const [s, t] = [Math.floor(a / 3), Math.floor(b / 3)];
      neighbours[s].push(agree ? t : -1 - t);
      neighbours[t].push(agree ? s : -1 - s);
    }
  }
  const turn = new Int8Array(origins.length).fill(-1); // -1: not seen
  const turned: number[] = [];
  origins.forEach((_, seed) => {
    if (turn[seed] < 0) {
      const patch = floodFrom(seed, neighbours, turn);
      const minority = smallerHalf(surface, patch, turn);
      minority.forEach((triangle) => turnTriangle(surface, triangle));
      turned.push(...minority.map((triangle) => origins[triangle]));
    }
  });
  return turned;
}

function floodFrom(seed: number, neighbours: readonly number[][], turn: Int8Array): number[] {
  const patch = [seed];
  turn[seed] = 0;
  for (let i = 0; i < patch.length; ++i) {
    for (const link of neighbours[patch[i]]) {
      const other = link < 0 ? -1 - link : link;
      if (turn[other] < 0) {
        turn[other] = link < 0 ? 1 - turn[patch[i]] : turn[patch[i]];
        patch.push(other);
      }
    }
  }
  return patch;
}

// Of the triangles that face one way and those that face the other, the ones with less area.
function smallerHalf(surface: Surface, patch: readonly number[], turn: Int8Array): number[] {
  const halves: [number[], number[]] = [[], []];
  const areas = [0, 0];
  for (const triangle of patch) {
    const [a, b, c] = surface.triangles.slice(3 * triangle, 3 * triangle + 3);
    halves[turn[triangle]].push(triangle);
    areas[turn[triangle]] += areaOf(surface.positions, a, b, c);
  }
  return halves[areas[1] <= areas[0] ? 1 : 0];
}

/** What became of a closed surface's pieces, as the caller's triangles. */
export interface Pieces {
  turned: number[];
  flat: number[];
}

/** Turns closed pieces outwards and drops those thinner than `thickness`, m, in the mean. */
export function faceOutwards(surface: Surface, thickness: number): Pieces {
  const pieces = new DisjointSets(surface.blends.length);
  const { triangles, positions, origins } = surface;
  for (let i = 0; i < triangles.length; i += 3) {
    pieces.join(triangles[i], triangles[i + 1]);
    pieces.join(triangles[i], triangles[i + 2]);
  }
  const volumes = new Map<number, number>();
  const areas = new Map<number, number>();
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = triangles.slice(i, i + 3);
    const piece = pieces.find(a);
    volumes.set(piece, (volumes.get(piece) ?? 0) + volumeOf(positions, a, b, c) / 6);
    areas.set(piece, (areas.get(piece) ?? 0) + areaOf(positions, a, b, c));
  }
  const pieceOf = (triangle: number) => pieces.find(triangles[3 * triangle]);
  const found: Pieces = { turned: [], flat: [] };
  origins.forEach((origin, triangle) => {
    if (volumes.get(pieceOf(triangle))! < 0) {
      turnTriangle(surface, triangle);
      found.turned.push(origin);
    }
  });
  keepTriangles(surface, (triangle) => {
    const piece = pieceOf(triangle);
    const flat = 2 * Math.abs(volumes.get(piece)!) <= thickness * areas.get(piece)!;
    if (flat) {
      found.flat.push(origins[triangle]);
    }
    return !flat;
  });
  return found;
}
