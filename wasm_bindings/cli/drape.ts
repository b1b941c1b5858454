// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What Cusick's drapemeter reads off a round of cloth that hangs over a smaller disc (BS 5058, ISO 9073-9): the part of
// the brim that its shadow keeps, and how many folds stand out.

/** Metres: the specimen, the disc. */
const SPECIMEN = 0.15;
const DISC = 0.09;
/** Side of a cell of the shadow, m. */
const CELL = 0.0005;
/** Folds are counted on the rim after a mean over this part of its turn. */
const SMOOTHED = 1 / 24;

/** A cloth over a disc whose middle is x = z = 0. */
export interface Draped {
  /** 3 per vertex, m. */
  positions: Float32Array;
  triangles: ArrayLike<number>;
}

/** Per cent of the brim that lies in the shadow. */
export function drapeCoefficient(cloth: Draped): number {
  const disc = Math.PI * DISC ** 2;
  const specimen = Math.PI * SPECIMEN ** 2;
  return (100 * (shadow(cloth) - disc)) / (specimen - disc);
}

/** Area that the cloth covers, seen from above, m2: cells whose middle lies in a triangle. */
function shadow({ positions, triangles }: Draped): number {
  const side = Math.ceil((2 * SPECIMEN) / CELL) + 8;
  const covered = new Uint8Array(side * side);
  const cell = (metres: number) => metres / CELL + side / 2 - 0.5;
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [0, 1, 2].map((k) => 3 * triangles[t + k]);
    cover(
      covered,
      side,
      corners.map((at) => [cell(positions[at]), cell(positions[at + 2])]),
    );
  }
  return covered.reduce((sum, one) => sum + one, 0) * CELL * CELL;
}

function cover(covered: Uint8Array, side: number, [a, b, c]: number[][]): void {
  const range = (k: number) => [
    Math.max(0, Math.ceil(Math.min(a[k], b[k], c[k]))),
    Math.min(side - 1, Math.floor(Math.max(a[k], b[k], c[k]))),
  ];
  const [[left, right], [low, high]] = [range(0), range(1)];
  const turn = (p: number[], q: number[], x: number, y: number) =>
    (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
  for (let y = low; y <= high; ++y) {
    for (let x = left; x <= right; ++x) {
      const turns = [turn(a, b, x, y), turn(b, c, x, y), turn(c, a, x, y)];
      if (turns.every((w) => w >= 0) || turns.every((w) => w <= 0)) {
        covered[y * side + x] = 1;
      }
    }
  }
}

/** Folds: the rim's local maxima of distance from the axis. */
export function countFolds({ positions, triangles }: Draped): number {
  const rim = rimOf(triangles).map((v) => Math.hypot(positions[3 * v], positions[3 * v + 2]));
  const reach = Math.max(1, Math.round((SMOOTHED * rim.length) / 2));
  const smooth = rim.map((_, i) => {
    let sum = 0;
    for (let k = -reach; k <= reach; ++k) {
      sum += rim[(i + k + rim.length) % rim.length];
    }
    return sum;
  });
  const next = (i: number) => smooth[(i + 1) % smooth.length];
  const last = (i: number) => smooth[(i + smooth.length - 1) % smooth.length];
  return smooth.filter((r, i) => r > last(i) && r >= next(i)).length;
}

/** The border's vertices in order: sides that only one triangle has. */
function rimOf(triangles: ArrayLike<number>): number[] {
  const next = new Map<number, number>();
  const sides = new Set<string>();
  for (let i = 0; i < triangles.length; ++i) {
    sides.add(`${triangles[i]},${triangles[following(i)]}`);
  }
  for (let i = 0; i < triangles.length; ++i) {
    const [from, to] = [triangles[i], triangles[following(i)]];
    if (!sides.has(`${to},${from}`)) {
      next.set(from, to);
    }
  }
  const rim: number[] = [];
  const start = Math.min(...next.keys());
  for (let v = start; rim.length === 0 || v !== start; v = next.get(v)!) {
    rim.push(v);
  }
  return rim;
}

function following(corner: number): number {
  return corner % 3 === 2 ? corner - 2 : corner + 1;
}
