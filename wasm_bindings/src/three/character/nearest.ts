// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The nearest point of a mesh. Triangles are listed in the cells of a grid that their boxes meet; a query looks at
// shells of cells around it until no farther shell can hold anything nearer.
import { dot, minus, pointAt, type Triple } from './surface.js';

/** A point of a mesh. */
export interface NearPoint {
  triangle: number;
  /** Of the triangle's corners; they sum to 1. */
  weights: Triple;
  /** Squared distance to what was asked, m2. */
  distance2: number;
}

/** Weights of the point of a triangle that is nearest to p (Ericson 2005, section 5.1.5). */
export function nearestOfTriangle(p: Triple, a: Triple, b: Triple, c: Triple): Triple {
  const [ab, ac, ap] = [minus(b, a), minus(c, a), minus(p, a)];
  const [d1, d2] = [dot(ab, ap), dot(ac, ap)];
  if (d1 <= 0 && d2 <= 0) return [1, 0, 0];
  const bp = minus(p, b);
  const [d3, d4] = [dot(ab, bp), dot(ac, bp)];
  if (d3 >= 0 && d4 <= d3) return [0, 1, 0];
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    const t = d1 / (d1 - d3 || 1);
    return [1 - t, t, 0];
  }
  const cp = minus(p, c);
  const [d5, d6] = [dot(ab, cp), dot(ac, cp)];
  if (d6 >= 0 && d5 <= d6) return [0, 0, 1];
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    const t = d2 / (d2 - d6 || 1);
    return [1 - t, 0, t];
  }
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const t = (d4 - d3) / (d4 - d3 + d5 - d6 || 1);
    return [0, 1 - t, t];
  }
  const sum = va + vb + vc || 1;
  return [va / sum, vb / sum, vc / sum];
}

/** Finds nearest points of one mesh. */
export class NearestPoints {
  private readonly cells = new Map<number, number[]>();
  private readonly low: Triple;
  private readonly size: Triple;
  private readonly spheres: Float64Array; // centre and radius of each triangle
  private readonly asked: Uint32Array; // per triangle: the last query that measured it
  private query = 0;

  /** `cell` is the width of the grid, m; about the length of an edge. */
  constructor(
    private readonly positions: ArrayLike<number>,
    private readonly triangles: ArrayLike<number>,
    private readonly cell: number,
  ) {
    const box = boxOf(positions);
    this.low = box.low;
    this.size = [0, 1, 2].map((k) => 1 + Math.floor((box.high[k] - box.low[k]) / cell)) as never;
    this.asked = new Uint32Array(triangles.length / 3);
    this.spheres = new Float64Array(4 * this.asked.length);
    for (let triangle = 0; triangle < this.asked.length; ++triangle) {
      this.list(triangle);
      this.spheres.set(sphereOf(this.corners(triangle)), 4 * triangle);
    }
  }

  /** The nearest point of the mesh, or undefined beyond `reach`, m. */
  find(p: Triple, reach = Infinity): NearPoint | undefined {
    const at = this.cellOf(p);
    let best: NearPoint | undefined;
    let limit = reach * reach;
    this.query += 1;
    // from outside the grid the first shells are empty; they cost little
    const last = Math.max(...at.map((x, k) => Math.max(x, this.size[k] - 1 - x)));
    for (let shell = 0; shell <= last; ++shell) {
      const least = (shell - 1) * this.cell;
      if (least > 0 && least * least > limit) {
        break;
      }
      this.forShell(at, shell, (triangle) => {
        if (this.asked[triangle] === this.query || this.isBeyond(p, triangle, limit)) {
          return;
        }
        this.asked[triangle] = this.query;
        const found = this.measure(p, triangle);
        if (found.distance2 <= limit) {
          limit = found.distance2;
          best = found;
        }
      });
    }
    return best;
  }

  private isBeyond([x, y, z]: Triple, triangle: number, limit: number): boolean {
    const { spheres } = this;
    const at = 4 * triangle;
    const far = Math.hypot(x - spheres[at], y - spheres[at + 1], z - spheres[at + 2]);
    const least = far - spheres[at + 3];
    return least > 0 && least * least > limit;
  }

  private measure(p: Triple, triangle: number): NearPoint {
    const [a, b, c] = this.corners(triangle);
    const weights = nearestOfTriangle(p, a, b, c);
    const off = [0, 1, 2].map(
      (k) => weights[0] * a[k] + weights[1] * b[k] + weights[2] * c[k] - p[k],
    );
    return { triangle, weights, distance2: off[0] ** 2 + off[1] ** 2 + off[2] ** 2 };
  }

  /** Places of a triangle's corners. */
  corners(triangle: number): [Triple, Triple, Triple] {
    const corner = (k: number) => pointAt(this.positions, this.triangles[3 * triangle + k]);
    return [corner(0), corner(1), corner(2)];
  }

  private list(triangle: number): void {
    const corners = this.corners(triangle).map((corner) => this.cellOf(corner));
    const low = [0, 1, 2].map((k) => Math.min(...corners.map((c) => c[k])));
    const high = [0, 1, 2].map((k) => Math.max(...corners.map((c) => c[k])));
    for (let z = low[2]; z <= high[2]; ++z) {
      for (let y = low[1]; y <= high[1]; ++y) {
        for (let x = low[0]; x <= high[0]; ++x) {
          const key = this.key(x, y, z);
          const cell = this.cells.get(key);
          if (cell) {
            cell.push(triangle);
          } else {
            this.cells.set(key, [triangle]);
          }
        }
      }
    }
  }

  private forShell(at: Triple, shell: number, visit: (triangle: number) => void): void {
    const range = (k: number) => [
      Math.max(at[k] - shell, 0),
      Math.min(at[k] + shell, this.size[k] - 1),
    ];
    const [[x0, x1], [y0, y1], [z0, z1]] = [range(0), range(1), range(2)];
    for (let z = z0; z <= z1; ++z) {
      for (let y = y0; y <= y1; ++y) {
        const whole = Math.abs(z - at[2]) === shell || Math.abs(y - at[1]) === shell;
        for (let x = x0; x <= x1; ++x) {
          if (whole || Math.abs(x - at[0]) === shell) {
            this.cells.get(this.key(x, y, z))?.forEach(visit);
          } else {
            x = Math.max(x, Math.min(x1, at[0] + shell - 1)); // inside the shell
          }
        }
      }
    }
  }

  private cellOf(p: Triple): Triple {
    return [0, 1, 2].map((k) => Math.floor((p[k] - this.low[k]) / this.cell)) as never;
  }

  private key(x: number, y: number, z: number): number {
    return x + this.size[0] * (y + this.size[1] * z);
  }
}

// Middle of a triangle and the distance of its farthest corner, a little more for rounding.
function sphereOf(corners: readonly Triple[]): number[] {
  const centre = [0, 1, 2].map((k) => (corners[0][k] + corners[1][k] + corners[2][k]) / 3);
  const radius = Math.max(
    ...corners.map((c) => Math.hypot(c[0] - centre[0], c[1] - centre[1], c[2] - centre[2])),
  );
  return [...centre, radius * (1 + 1e-9)];
}

/** Smallest box around points, 3 numbers each. */
export function boxOf(positions: ArrayLike<number>): { low: Triple; high: Triple } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; ++i) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  return { low: low as never, high: high as never };
}
