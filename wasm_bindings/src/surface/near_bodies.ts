// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which places are near to a body: a coarse answer that errs on the safe side, fast enough for every picture.

/** The vertices of a body; its triangles reach no farther from them than they are long. */
export interface BodyPlaces {
  readonly positions: ArrayLike<number>;
}

/** Cells of a grid round the bodies of a moment that a body is in, or beside. */
export class NearBodies {
  private cells = new Uint8Array(0);
  private near = new Uint8Array(0);
  private low = [0, 0, 0];
  private size = [0, 0, 0];

  /** `reach`: what is nearer than this to a vertex of a body is near, m. */
  constructor(private readonly reach: number) {}

  /** Takes over where the bodies are. */
  update(bodies: readonly BodyPlaces[]): void {
    this.measure(bodies);
    const [nx, ny, nz] = this.size;
    const count = nx * ny * nz;
    if (this.cells.length < count) {
      this.cells = new Uint8Array(count);
      this.near = new Uint8Array(count);
    }
    this.cells.fill(0);
    for (const { positions } of bodies) {
      for (let k = 0; k < positions.length; k += 3) {
        this.cells[this.cellOf(positions[k], positions[k + 1], positions[k + 2])] = 1;
      }
    }
    this.widen(1, nx);
    this.widen(nx, ny);
    this.widen(nx * ny, nz);
  }

  /** Whether something is near. */
  has(x: number, y: number, z: number): boolean {
    const cell = this.cellOf(x, y, z);
    return cell >= 0 && this.cells[cell] === 1;
  }

  private measure(bodies: readonly BodyPlaces[]): void {
    const [low, high] = [
      [Infinity, Infinity, Infinity],
      [-Infinity, -Infinity, -Infinity],
    ];
    for (const { positions } of bodies) {
      for (let k = 0; k < positions.length; ++k) {
        low[k % 3] = Math.min(low[k % 3], positions[k]);
        high[k % 3] = Math.max(high[k % 3], positions[k]);
      }
    }
    // A cell more on every side, for what is beside the outermost ones.
    this.low = low.map((x) => x - 1.5 * this.reach);
    this.size = high.map((x, c) => Math.max(0, Math.ceil((x - low[c]) / this.reach) + 3) || 0);
  }

  private cellOf(x: number, y: number, z: number): number {
    const { low, size, reach } = this;
    const i = Math.floor((x - low[0]) / reach);
    const j = Math.floor((y - low[1]) / reach);
    const k = Math.floor((z - low[2]) / reach);
    const inside = i >= 0 && i < size[0] && j >= 0 && j < size[1] && k >= 0 && k < size[2];
    return inside ? i + size[0] * (j + size[1] * k) : -1;
  }

  /** Marks what is beside a marked cell along one axis, whose cells are `stride` apart. */
  private widen(stride: number, length: number): void {
    const { cells, near } = this;
    near.set(cells);
    for (let i = 0; i < cells.length; ++i) {
      if (cells[i] === 0) continue;
      const at = Math.floor(i / stride) % length;
      if (at > 0) near[i - stride] = 1;
      if (at + 1 < length) near[i + stride] = 1;
    }
    [this.cells, this.near] = [near, cells];
  }
}
