// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Prints the figure of index.html, which stands on the page until the real one is drawn: the outline of the first body
// as it stands to be sewn on, seen as the camera sees it, as the data of an SVG path. To be run after the bodies or the
// camera changed: npx tsx scripts/outline.ts
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AVATAR_FILE, buildAvatar, buildClips, loadAvatarAsset, skin } from 'weft-scenes/avatar';
import { DEFAULT_CHOICES } from '../src/choices';

/** The camera of src/view/camera_rig.ts. */
const FIELD = 26;
const AZIMUTH = 0.5;
const ELEVATION = 0.06;
const ROOM = 1.1;

/** Size of the drawing; its height is what the panels leave free. */
const [WIDTH, HEIGHT] = [600, 900];
/** Corners that stand out by less are left out. */
const FINE = 1.3;

type Point = [number, number];

const assets = fileURLToPath(new URL('../public/assets/avatar/', import.meta.url));
const file = new Uint8Array(readFileSync(assets + AVATAR_FILE));
const avatar = buildAvatar(await loadAvatarAsset(file.buffer), DEFAULT_CHOICES.body);
const positions = skin(avatar, buildClips(avatar)[0].poses[0], {});
const outline = trace(fill(project(positions), avatar.triangles));
console.log(
  `M${simplify(outline)
    .map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`)
    .join('L')}Z`,
);

/** Places on the drawing, two numbers a vertex. */
function project(p: ArrayLike<number>): Float64Array {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < p.length; i++) {
    low[i % 3] = Math.min(low[i % 3], p[i]);
    high[i % 3] = Math.max(high[i % 3], p[i]);
  }
  const middle = low.map((l, i) => (l + high[i]) / 2);
  const half = Math.tan((FIELD / 2) * (Math.PI / 180));
  const distance = (ROOM * (high[1] - low[1])) / (2 * half) + (high[2] - low[2]) / 2;
  const [sa, ca] = [Math.sin(AZIMUTH), Math.cos(AZIMUTH)];
  const [se, ce] = [Math.sin(ELEVATION), Math.cos(ELEVATION)];
  const out = new Float64Array((p.length / 3) * 2);
  for (let i = 0, k = 0; i < p.length; i += 3) {
    const [x, y, z] = [0, 1, 2].map((c) => p[i + c] - middle[c]);
    const towards = x * sa + z * ca;
    const depth = distance - (towards * ce + y * se);
    const scale = HEIGHT / (2 * half * depth);
    out[k++] = WIDTH / 2 + scale * (x * ca - z * sa);
    out[k++] = HEIGHT / 2 - scale * (y * ce - towards * se);
  }
  return out;
}

/** Which pixels the triangles cover. */
function fill(at: Float64Array, triangles: ArrayLike<number>): Uint8Array {
  const mask = new Uint8Array(WIDTH * HEIGHT);
  for (let t = 0; t < triangles.length; t += 3) {
    const [ax, ay, bx, by, cx, cy] = [0, 1, 2].flatMap((k) => {
      const v = 2 * triangles[t + k];
      return [at[v], at[v + 1]];
    });
    for (let y = Math.ceil(Math.min(ay, by, cy)); y <= Math.max(ay, by, cy); y++) {
      for (let x = Math.ceil(Math.min(ax, bx, cx)); x <= Math.max(ax, bx, cx); x++) {
        const sides = [
          (bx - ax) * (y - ay) - (by - ay) * (x - ax),
          (cx - bx) * (y - by) - (cy - by) * (x - bx),
          (ax - cx) * (y - cy) - (ay - cy) * (x - cx),
        ];
        if (sides.every((s) => s >= 0) || sides.every((s) => s <= 0)) mask[y * WIDTH + x] = 1;
      }
    }
  }
  return mask;
}

/** Walks round the covered pixels, the covered side on the right hand (Moore's neighbours). */
function trace(mask: Uint8Array): Point[] {
  const ring: Point[] = [
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [-1, -1],
    [0, -1],
    [1, -1],
  ];
  const first = mask.indexOf(1);
  const start: Point = [first % WIDTH, Math.floor(first / WIDTH)];
  const path: Point[] = [start];
  let [x, y] = start;
  let from = 6;
  do {
    for (let turn = 1; turn <= 8; turn++) {
      const way = (from + turn) % 8;
      const [dx, dy] = ring[way];
      if (!mask[(y + dy) * WIDTH + x + dx]) continue;
      [x, y] = [x + dx, y + dy];
      from = (way + 5) % 8;
      break;
    }
    path.push([x, y]);
  } while (x !== start[0] || y !== start[1]);
  return path;
}

/** Leaves out what stands out little (Ramer, Douglas and Peucker). */
function simplify(path: Point[]): Point[] {
  if (path.length < 3) return path;
  const [a, b] = [path[0], path[path.length - 1]];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  let [far, at] = [0, 0];
  path.forEach(([x, y], i) => {
    const off = length
      ? Math.abs((b[0] - a[0]) * (a[1] - y) - (a[0] - x) * (b[1] - a[1])) / length
      : Math.hypot(x - a[0], y - a[1]);
    if (off > far) [far, at] = [off, i];
  });
  if (far < FINE) return [a, b];
  return [...simplify(path.slice(0, at + 1)).slice(0, -1), ...simplify(path.slice(at))];
}
