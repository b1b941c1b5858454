// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A proxy: a closed surface round a character as it stands, skinned as the nearest point of the character is. What
// was made once for the same triangles in the same pose comes from the cache.
import { Matrix4, Vector3, type Object3D } from 'three';
import * as check from '../../checks.js';
import { invalidAt } from '../../error.js';
import { Character, type CharacterOptions } from './character.js';
import type { OffsetOptions, OffsetSurface } from './offset_surface.js';
import { buildSurface, type ProxyWorker } from './proxy_build.js';
import { blendedMatrix, mix, posedPositions, slotMatrices } from './skin.js';
import { nudgeSlivers } from './slivers.js';
import { soundSurface, type Repair } from './sound_surface.js';
import { pointAt, type Blend, type Surface } from './surface.js';

/** Where surfaces are kept between calls; a page may keep them in IndexedDB. */
export interface ProxyCache {
  get(key: string): Promise<OffsetSurface | undefined> | OffsetSurface | undefined;
  set(key: string, surface: OffsetSurface): Promise<unknown> | unknown;
}

/** Options of `BodyCollider.proxyOf`. */
export interface ProxyOptions extends CharacterOptions, OffsetOptions {
  /** Told the part that is done, 0 to 1. */
  onProgress?: (part: number) => void;
  /** Default true: a worker where there are workers. A function makes one of your own bundler's. */
  worker?: ProxyWorker;
  /** Default: the last 16 surfaces, in memory. */
  cache?: ProxyCache;
}

/** A closed surface to be given to `BodyCollider.fromObject3D`. */
export class BodyProxy {
  /** The proxy replaces what could have been repaired. */
  readonly repairs: readonly Repair[] = [];

  /** @internal */
  constructor(
    private readonly character: Character,
    private readonly made: Surface,
    /** Hash of the triangles, the pose and the options. */
    readonly key: string,
    /** Distance between the proxy and what can be seen of the character, measured both ways, mm. */
    readonly error: { meanMm: number; maxMm: number },
    /** Width of the grid that was used, m. */
    readonly cell: number,
  ) {}

  /** The object that it was made of; throws for another. @internal */
  characterOf(root: Object3D): Character {
    if (root !== this.character.root) {
      throw invalidAt('proxy', -1, 'The proxy was made of another object; make one of this.');
    }
    return this.character;
  }

  /** A copy of the surface in rest space. @internal */
  get surface(): Surface {
    const { positions, triangles, ...rest } = this.made;
    return { ...rest, positions: [...positions], triangles: [...triangles] };
  }
}

const recent = new Map<string, OffsetSurface>();
const memory: ProxyCache = {
  get: (key) => recent.get(key),
  set: (key, surface) => {
    recent.set(key, surface);
    if (recent.size > 16) {
      recent.delete(recent.keys().next().value!);
    }
  },
};

/** Makes the proxy of an object as it stands now. */
export async function proxyOf(root: Object3D, options: ProxyOptions = {}): Promise<BodyProxy> {
  checkOptions(options);
  const {
    cell = 0.012,
    gap = 0.002,
    onProgress = () => {},
    worker = true,
    cache = memory,
  } = options;
  check.oneNumber('cell', cell, { least: 0.002, most: 0.2 });
  check.oneNumber('gap', gap, { least: 0.0005, most: cell });
  const character = new Character(root, options);
  const { surface } = soundSurface(character, {});
  if (surface.triangles.length === 0) {
    throw invalidAt('root', -1, `"${root.name}" has no triangle that encloses anything.`);
  }
  const matrices = slotMatrices(character);
  const posed = centred(posedPositions(character, surface));
  if (!posed.positions.every(Number.isFinite)) {
    throw invalidAt(
      'root',
      -1,
      `"${root.name}" stands nowhere: a place of its pose is NaN or infinite.`,
    );
  }
  const order = {
    positions: posed.positions,
    triangles: Uint32Array.from(surface.triangles),
    options: { cell, gap },
  };
  const key = hashOf(
    Float32Array.from(order.positions),
    order.triangles,
    Float32Array.of(cell, gap),
  );
  const triangleCount = surface.triangles.length / 3;
  const known = await cache.get(key);
  if (known) {
    requireSurface('cache', known, triangleCount);
  }
  const made = known ?? (await buildSurface(order, worker, onProgress));
  if (!known) {
    requireSurface('worker', made, triangleCount);
    await cache.set(key, made);
  }
  const bound = bind(character, surface, made, posed.centre, matrices);
  return new BodyProxy(character, bound, key, made.error, made.cell);
}

const OPTIONS = ['cell', 'gap', 'onProgress', 'worker', 'cache', 'exclude', 'within'];

function checkOptions(given: ProxyOptions): void {
  const { onProgress, worker, cache } = check.options('options', given, OPTIONS);
  if (onProgress !== undefined) {
    check.callback('onProgress', onProgress);
  }
  if (worker !== undefined && typeof worker !== 'boolean') {
    check.callback('worker', worker);
  }
  if (cache !== undefined) {
    check.callback('cache.get', cache?.get);
    check.callback('cache.set', cache.set);
  }
}

// What a cache kept or a worker of somebody else made may be anything.
function requireSurface(from: string, surface: OffsetSurface, triangleCount: number): void {
  const { positions, triangles, nearest, weights, cell, error } = (surface ??
    {}) as Partial<OffsetSurface>;
  const count = check.floats(`${from}: positions`, positions, { width: 3 }).length / 3;
  check.wholes(`${from}: triangles`, triangles, { width: 3 }, count - 1);
  check.wholes(`${from}: nearest`, nearest, { width: 1, count }, triangleCount - 1);
  check.floats(`${from}: weights`, weights, { width: 3, count });
  check.oneNumber(`${from}: cell`, cell, { least: 0 });
  check.oneNumber(`${from}: error`, error?.meanMm, { least: 0 });
  check.oneNumber(`${from}: error`, error?.maxMm, { least: 0 });
}

// Round the middle of the object, so that the place it stands at changes neither key nor surface by much.
function centred(positions: Float64Array) {
  const centre = [0, 1, 2].map((axis) => {
    let sum = 0;
    for (let i = axis; i < positions.length; i += 3) {
      sum += positions[i];
    }
    return Math.round((1024 * 3 * sum) / positions.length) / 1024;
  });
  return { centre, positions: positions.map((x, i) => x - centre[i % 3]) };
}

// A vertex goes with the nearest point: it keeps its offset from it in the frame of that point's bones.
function bind(
  character: Character,
  from: Surface,
  made: OffsetSurface,
  centre: readonly number[],
  matrices: readonly Matrix4[],
): Surface {
  const count = made.positions.length / 3;
  const blends = Array.from({ length: count }, (_, vertex) => blendOf(from, made, vertex));
  const rest = mix(from.positions, vertexBlends(from, made));
  const positions = new Float64Array(3 * count);
  const place = new Vector3();
  blends.forEach((blend, vertex) => {
    const [x, y, z] = pointAt(made.positions, vertex);
    place.set(x + centre[0], y + centre[1], z + centre[2]);
    const matrix = blendedMatrix(character, blend, matrices);
    if (Math.abs(matrix.determinant()) > 1e-3) {
      place.applyMatrix4(matrix.invert());
    } else {
      place.fromArray(rest, 3 * vertex); // bones that cancel out: no frame, no offset
    }
    place.toArray(positions, 3 * vertex);
  });
  const surface: Surface = {
    positions: Array.from(positions, Math.fround),
    blends,
    triangles: [...made.triangles],
    origins: Array.from({ length: made.triangles.length / 3 }, () => -1),
  };
  nudgeSlivers(surface);
  return surface;
}

// Of a vertex of the proxy: the vertices of the repaired surface and their shares.
function vertexBlends(from: Surface, { nearest, weights }: OffsetSurface): Blend[] {
  return Array.from(nearest, (triangle, vertex) =>
    [0, 1, 2].map((k) => [from.triangles[3 * triangle + k], weights[3 * vertex + k]] as const),
  );
}

// The same in the caller's vertices.
function blendOf(from: Surface, { nearest, weights }: OffsetSurface, vertex: number): Blend {
  const shares = new Map<number, number>();
  for (let k = 0; k < 3; ++k) {
    const corner = from.triangles[3 * nearest[vertex] + k];
    for (const [source, share] of from.blends[corner]) {
      const more = share * weights[3 * vertex + k];
      shares.set(source, (shares.get(source) ?? 0) + more);
    }
  }
  return [...shares];
}

// FNV-1a in two lanes; 64 bits are enough for what one page ever sees.
function hashOf(...arrays: readonly ArrayBufferView[]): string {
  let [a, b] = [0x811c9dc5, 0x01000193];
  for (const { buffer, byteOffset, byteLength } of arrays) {
    for (const byte of new Uint8Array(buffer, byteOffset, byteLength)) {
      a = Math.imul(a ^ byte, 0x01000193);
      b = Math.imul(b ^ (byte + 0x9e), 0x85ebca6b);
    }
    a = Math.imul(a ^ byteLength, 0x01000193);
  }
  const hex = (x: number) => (x >>> 0).toString(16).padStart(8, '0');
  return hex(a) + hex(b);
}
