// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The skirt of 20 mm on the walking body, drawn smooth: no triangle that is drawn crosses one of the body, by a test of
// every edge of both against every triangle near it. That the test would see one is shown with a skirt that is pulled in.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Weft } from 'weft-cloth';
import { SmoothSurface } from 'weft-cloth/surface';
import { cook } from 'weft-scenes';
import { AVATAR_FILE, buildAvatar, loadAvatarAsset } from 'weft-scenes/avatar';
import { expect, it } from 'vitest';
import { sceneOf } from '../src/app/scene_of';
import { DEFAULT_CHOICES } from '../src/choices';
import { floatSection, sectionOf } from '../src/workers/cooked_sections';

const CELL = 0.03;

interface Mesh {
  positions: ArrayLike<number>;
  triangles: ArrayLike<number>;
}

/** How many edges of one mesh go through triangles of the other. */
function crossings(one: Mesh, other: Mesh): number {
  return edgesThrough(one, other) + edgesThrough(other, one);
}

function edgesThrough(edges: Mesh, faces: Mesh): number {
  const cells = new Map<number, number[]>();
  for (let t = 0; t < faces.triangles.length; t += 3) {
    eachCell(faces, t, 3, (key) => {
      const list = cells.get(key);
      if (list) list.push(t);
      else cells.set(key, [t]);
    });
  }
  let count = 0;
  const edge = { positions: edges.positions, triangles: [0, 0] };
  for (let i = 0; i < edges.triangles.length; ++i) {
    const t = i - (i % 3);
    const [a, b] = [edges.triangles[i], edges.triangles[t + ((i + 1) % 3)]];
    edge.triangles = [a, b];
    const near = new Set<number>();
    eachCell(edge, 0, 2, (key) => cells.get(key)?.forEach((face) => near.add(face)));
    for (const face of near) if (goesThrough(edges.positions, a, b, faces, face)) count++;
  }
  return count;
}

/** Visits the cells that the box of some corners meets. */
function eachCell(
  { positions, triangles }: Mesh,
  t: number,
  corners: number,
  visit: (key: number) => void,
): void {
  const [low, high] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  for (let c = 0; c < 3; ++c) {
    let [least, most] = [Infinity, -Infinity];
    for (let k = 0; k < corners; ++k) {
      const x = positions[3 * triangles[t + k] + c];
      least = Math.min(least, x);
      most = Math.max(most, x);
    }
    low[c] = Math.floor(least / CELL) + 512;
    high[c] = Math.floor(most / CELL) + 512;
  }
  for (let x = low[0]; x <= high[0]; ++x) {
    for (let y = low[1]; y <= high[1]; ++y) {
      for (let z = low[2]; z <= high[2]; ++z) visit((x * 1024 + y) * 1024 + z);
    }
  }
}

function goesThrough(p: ArrayLike<number>, a: number, b: number, faces: Mesh, t: number): boolean {
  const point = (list: ArrayLike<number>, v: number) => [
    list[3 * v],
    list[3 * v + 1],
    list[3 * v + 2],
  ];
  const [u, v, w] = [0, 1, 2].map((c) => point(faces.positions, faces.triangles[t + c]));
  const [from, to] = [point(p, a), point(p, b)];
  const side = (x: number[]) => Math.sign(volume(u, v, w, x));
  if (side(from) * side(to) >= 0) return false;
  const turns = [volume(from, to, u, v), volume(from, to, v, w), volume(from, to, w, u)].map(
    Math.sign,
  );
  return turns.every((turn) => turn > 0) || turns.every((turn) => turn < 0);
}

function volume(a: number[], b: number[], c: number[], d: number[]): number {
  const [x, y, z] = [b, c, d].map((p) => p.map((value, k) => value - a[k]));
  return (
    x[0] * (y[1] * z[2] - y[2] * z[1]) +
    x[1] * (y[2] * z[0] - y[0] * z[2]) +
    x[2] * (y[0] * z[1] - y[1] * z[0])
  );
}

const asset = fileURLToPath(new URL(`../public/assets/avatar/${AVATAR_FILE}`, import.meta.url));
const avatars = await loadAvatarAsset(new Uint8Array(readFileSync(asset)).buffer);
const weft = await Weft.load();

it('the surface of a coarse skirt does not cross the body that walks in it', () => {
  const scene = sceneOf({ ...DEFAULT_CHOICES, mesh: 'coarse' });
  const { bytes, info } = cook(scene, { avatar: (name) => buildAvatar(avatars, name) });
  const world = weft.loadScene(bytes);
  const [cloth] = world.cloths;
  const [body] = world.bodies;
  const source = {
    vertexCount: cloth.vertexCount,
    triangles: cloth.indices.slice(),
    rest: floatSection(bytes, 'CMAT', 0)!,
    seams: new Uint32Array(sectionOf(bytes, 'CSEM', 0)!),
  };
  const surface = new SmoothSurface(source, 1);
  const { triangles } = surface;
  const floats = () => new Float32Array(3 * surface.vertexCount);
  const drawn = { positions: floats(), normals: floats() };
  while (world.stepCount < info.settled) world.step();
  const figure = () => ({ positions: body.positions, triangles: body.indices });
  for (const steps of [11, 22]) {
    for (let step = 0; step < steps; ++step) world.step();
    surface.update(cloth.positions, drawn, [body], cloth.captured);
    const found = crossings({ positions: drawn.positions, triangles }, figure());
    expect(found, `step ${world.stepCount}`).toBe(0);
  }
  const pulled = drawn.positions.map((x, k) => (k % 3 === 1 ? x : 0.9 * x));
  expect(crossings({ positions: pulled, triangles }, figure())).toBeGreaterThan(0);
  world.dispose();
});
