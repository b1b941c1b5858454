// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A piece cut out of a triangle mesh along the zero of a field. Its points lie on the triangles of the mesh: each is a
// mix of three corners at most, so that it follows them wherever they go.

/** Points as mixes of mesh vertices, and triangles of points. */
export interface Patch {
  /** Three mesh vertices a point. */
  corners: number[];
  /** Their shares, which sum to one. */
  shares: number[];
  triangles: number[];
}

/** A crossing nearer than this share of an edge to its end is moved there, for slivers shade badly. */
const SNAP = 0.02;

/** The whole mesh as a patch. */
export function wholeMesh(vertexCount: number, triangles: ArrayLike<number>): Patch {
  const corners: number[] = [];
  const shares: number[] = [];
  for (let v = 0; v < vertexCount; v++) {
    corners.push(v, v, v);
    shares.push(1, 0, 0);
  }
  return { corners, shares, triangles: Array.from(triangles) };
}

/** Halves the edges that `marks`, and cuts triangles so that they still fit. */
export function refine(patch: Patch, marks: (a: number, b: number) => boolean): Patch {
  const out: Patch = { corners: [...patch.corners], shares: [...patch.shares], triangles: [] };
  const middle = oncePerEdge((a, b) => addBetween(out, a, b, 0.5));
  for (let t = 0; t < patch.triangles.length; t += 3) {
    const triangle = patch.triangles.slice(t, t + 3);
    const middles = triangle.map((a, k) => {
      const b = triangle[(k + 1) % 3];
      return marks(a, b) ? middle(a, b) : -1;
    });
    out.triangles.push(...quarters(triangle, middles));
  }
  return out;
}

/** Splits triangles so that each is on one side; `values`, one a point, is rounded at crossings and grows. */
export function split(patch: Patch, values: number[]): Patch {
  const out: Patch = {
    corners: [...patch.corners],
    shares: [...patch.shares],
    triangles: [],
  };
  snapCrossings(patch.triangles, values);
  const between = oncePerEdge((a, b) => {
    const at = addBetween(out, a, b, values[a] / (values[a] - values[b]));
    values[at] = 0;
    return at;
  });
  for (let t = 0; t < patch.triangles.length; t += 3) {
    out.triangles.push(...splitOne(patch.triangles.slice(t, t + 3), values, between));
  }
  return out;
}

/** The triangles that it `accepts`, with only the points that they use: `kept` says which those were. */
export function keep(
  patch: Patch,
  accepts: (triangle: number[]) => boolean,
): { patch: Patch; kept: number[] } {
  const slot = new Map<number, number>();
  const out: Patch = { corners: [], shares: [], triangles: [] };
  for (let t = 0; t < patch.triangles.length; t += 3) {
    const triangle = patch.triangles.slice(t, t + 3);
    if (!accepts(triangle)) continue;
    for (const p of triangle) {
      if (!slot.has(p)) {
        slot.set(p, slot.size);
        out.corners.push(...patch.corners.slice(3 * p, 3 * p + 3));
        out.shares.push(...patch.shares.slice(3 * p, 3 * p + 3));
      }
      out.triangles.push(slot.get(p)!);
    }
  }
  return { patch: out, kept: [...slot.keys()] };
}

/** Edges that only one triangle has, as pairs in the direction of that triangle. */
export function boundaryEdges(triangles: number[]): [number, number][] {
  const directed = new Set<number>();
  const edges: [number, number][] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const edge: [number, number] = [triangles[t + k], triangles[t + ((k + 1) % 3)]];
      directed.add(edgeKey(edge[0], edge[1]));
      edges.push(edge);
    }
  }
  return edges.filter(([a, b]) => !directed.has(edgeKey(b, a)));
}

/** Where the points of a patch are when the vertices of its mesh are there. */
export function pointsOf(patch: Patch, vertices: ArrayLike<number>): Float64Array {
  const out = new Float64Array(patch.corners.length);
  for (let i = 0; i < out.length; i++) {
    const p = 3 * Math.floor(i / 3);
    for (let k = 0; k < 3; k++) {
      out[i] += patch.shares[p + k] * vertices[3 * patch.corners[p + k] + (i % 3)];
    }
  }
  return out;
}

function edgeKey(a: number, b: number): number {
  return a * 2 ** 24 + b;
}

function oncePerEdge(make: (a: number, b: number) => number): (a: number, b: number) => number {
  const made = new Map<number, number>();
  return (a, b) => {
    const key = a < b ? edgeKey(a, b) : edgeKey(b, a);
    const at = made.get(key) ?? make(a, b);
    made.set(key, at);
    return at;
  };
}

// A triangle with the middles of its edges, -1 where an edge stays whole.
function quarters(triangle: number[], middles: number[]): number[] {
  const halved = middles.filter((m) => m >= 0).length;
  if (halved === 0) return triangle;
  if (halved === 3) {
    const [[a, b, c], [ab, bc, ca]] = [triangle, middles];
    return [a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca];
  }
  // Turned so that the first edge is the only one halved, or the last the only one whole.
  const first = halved === 1 ? middles.findIndex((m) => m >= 0) : middles.indexOf(-1) + 1;
  const [a, b, c] = [0, 1, 2].map((k) => triangle[(first + k) % 3]);
  const [ab, bc] = [0, 1].map((k) => middles[(first + k) % 3]);
  return halved === 1 ? [a, ab, c, ab, b, c] : [ab, b, bc, a, ab, bc, a, bc, c];
}

function snapCrossings(triangles: number[], values: number[]): void {
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [triangles[t + k], triangles[t + ((k + 1) % 3)]];
      if (values[a] * values[b] >= 0) continue;
      const at = values[a] / (values[a] - values[b]);
      if (at < SNAP) values[a] = 0;
      else if (at > 1 - SNAP) values[b] = 0;
    }
  }
}

function addBetween(patch: Patch, a: number, b: number, t: number): number {
  const mix = new Map<number, number>();
  for (const [p, share] of [
    [a, 1 - t],
    [b, t],
  ]) {
    for (let k = 3 * p; k < 3 * p + 3; k++) {
      const add = share * patch.shares[k];
      if (add > 0) mix.set(patch.corners[k], (mix.get(patch.corners[k]) ?? 0) + add);
    }
  }
  const terms = [...mix].sort((x, y) => x[0] - y[0]);
  for (let k = 0; k < 3; k++) {
    patch.corners.push(terms[k]?.[0] ?? terms[0][0]);
    patch.shares.push(terms[k]?.[1] ?? 0);
  }
  return patch.corners.length / 3 - 1;
}

// The corner that is alone on its side comes first; what is left of the triangle is a triangle or a quad.
function splitOne(
  triangle: number[],
  values: number[],
  between: (a: number, b: number) => number,
): number[] {
  const sign = triangle.map((p) => Math.sign(values[p]));
  if (!sign.includes(1) || !sign.includes(-1)) return triangle;
  const zero = sign.indexOf(0);
  const first = zero >= 0 ? zero : sign.findIndex((s) => sign.filter((o) => o === s).length === 1);
  const [a, b, c] = [0, 1, 2].map((k) => triangle[(first + k) % 3]);
  if (zero >= 0) {
    const m = between(b, c);
    return [a, b, m, a, m, c];
  }
  const [m, n] = [between(a, b), between(a, c)];
  return [a, m, n, m, b, c, m, c, n];
}
