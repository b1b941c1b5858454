// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// All meshes below an object as one body. Each mesh keeps the vertices that it has; a rest space of metres is chosen
// for it so that it stands near the origin and the right way out, whatever its units, axes and mirrors are.
import { Matrix4, Vector3, type Mesh, type Object3D } from 'three';
import { invalidAt } from '../../error.js';
import { morphedPositions, moverMatrix, readPart, updateParts, type Part } from './part.js';
import { isWithin, listOf, type Pattern } from './patterns.js';
import type { Blend, Surface } from './surface.js';

/** What is taken of an object. */
export interface CharacterOptions {
  /** Names of meshes, groups, materials or bones, with all below them, that are left out. */
  exclude?: Pattern | readonly Pattern[];
  /** The object whose own space is that of the world: metres, y up. Default: that of the three.js scene. */
  within?: Object3D;
}

/** Something that moves vertices: a bone of one mesh, or a rigid mesh. */
export interface Slot {
  part: number;
  mover: number;
  object: Object3D;
}

/** Vertices of all parts, one after the other, and what moves them. */
export class Character {
  readonly parts: Part[];
  /** First vertex of each part; one more at the end. */
  readonly firstVertex: number[] = [0];
  readonly slots: Slot[] = [];
  private readonly slotOf: Int32Array[] = []; // per part and mover
  private readonly toRest: Matrix4[] = []; // per part
  private readonly fromRest: Matrix4[] = [];
  private readonly within: Object3D | undefined;

  /** Throws `WeftError` when nothing is left of the object. */
  constructor(
    readonly root: Object3D,
    options: CharacterOptions = {},
  ) {
    if (!root?.isObject3D) {
      throw invalidAt('root', -1, 'BodyCollider.fromObject3D needs an Object3D.');
    }
    const exclude = listOf(options.exclude);
    if (options.within !== undefined && !options.within?.isObject3D) {
      throw invalidAt('within', -1, 'The option within is to be an Object3D.');
    }
    this.within = options.within;
    this.parts = meshesOf(root, exclude)
      .map((mesh) => readPart(mesh, exclude))
      .filter((part) => part.corners.length > 0);
    if (this.parts.length === 0) {
      throw invalidAt('root', -1, `"${root.name}" has no visible mesh that is not left out.`);
    }
    for (const part of this.parts) {
      this.firstVertex.push(this.firstVertex.at(-1)! + part.plain.length / 3);
    }
    this.listSlots();
    this.update();
    this.chooseRest();
  }

  /** Brings the matrices of three.js up to date. */
  update(): void {
    updateParts(this.root, this.parts);
    this.within?.updateWorldMatrix(true, false);
  }

  get vertexCount(): number {
    return this.firstVertex.at(-1)!;
  }

  /** Part and vertex of its mesh that a vertex is. */
  locate(vertex: number): { part: Part; vertex: number } {
    const part = this.firstVertex.findIndex((first) => first > vertex) - 1;
    return { part: this.parts[part], vertex: vertex - this.firstVertex[part] };
  }

  /** All triangles in rest space. */
  surface(): Surface {
    const triangles = this.parts.flatMap((part, k) => {
      // what is mirrored is drawn with its fronts turned
      const turn = this.toRest[k].determinant() < 0 ? [0, 1, -1] : [0, 0, 0];
      return part.corners.map((_, i) => this.firstVertex[k] + part.corners[i + turn[i % 3]]);
    });
    return {
      positions: Array.from(this.rest(), Math.fround),
      blends: Array.from({ length: this.vertexCount }, (_, vertex) => [[vertex, 1]]),
      triangles,
      origins: Array.from({ length: triangles.length / 3 }, (_, triangle) => triangle),
    };
  }

  /** Vertices in rest space with the morphs of now, 3 each, m. */
  rest(): Float64Array {
    const positions = new Float64Array(3 * this.vertexCount);
    const place = new Vector3();
    this.parts.forEach((part, k) => {
      const shaped = morphedPositions(part);
      for (let i = 0; i < shaped.length; i += 3) {
        place.fromArray(shaped, i).applyMatrix4(this.toRest[k]);
        place.toArray(positions, 3 * this.firstVertex[k] + i);
      }
    });
    return positions;
  }

  /** Slots and weights of a mixture of vertices, summed slot by slot. */
  skinOf(blend: Blend): Map<number, number> {
    const sums = new Map<number, number>();
    for (const [vertex, share] of blend) {
      const k = this.firstVertex.findIndex((first) => first > vertex) - 1;
      const { indices, weights } = this.parts[k];
      const from = 4 * (vertex - this.firstVertex[k]);
      for (let i = from; i < from + 4; ++i) {
        if (weights[i] > 0) {
          const slot = this.slotOf[k][indices[i]];
          if (slot < 0) {
            continue; // left out with all triangles that it moves
          }
          sums.set(slot, (sums.get(slot) ?? 0) + share * weights[i]);
        }
      }
    }
    return sums;
  }

  /** Takes rest space to the world as a slot moves it now. */
  slotMatrix(slot: number, to: Matrix4): Matrix4 {
    const { part, mover } = this.slots[slot];
    moverMatrix(this.parts[part], mover, to).multiply(this.fromRest[part]);
    return this.within ? to.premultiply(inverseOf(this.within.matrixWorld)) : to;
  }

  private listSlots(): void {
    this.parts.forEach((part, k) => {
      const used = new Int32Array(part.movers.length).fill(-1);
      for (const corner of part.corners) {
        for (let i = 4 * corner; i < 4 * corner + 4; ++i) {
          if (part.weights[i] > 0 && used[part.indices[i]] < 0) {
            const mover = part.indices[i];
            used[mover] = this.slots.length;
            this.slots.push({ part: k, mover, object: part.movers[mover] });
          }
        }
      }
      this.slotOf.push(used);
    });
  }

  // Rest space is what the most used mover of a part makes of it now, so that parts on one skeleton fit together.
  private chooseRest(): void {
    const use = new Map<Object3D, number>();
    this.parts.forEach(({ corners, indices, weights, movers }) => {
      for (const corner of corners) {
        for (let i = 4 * corner; i < 4 * corner + 4; ++i) {
          const mover = movers[indices[i]];
          use.set(mover, (use.get(mover) ?? 0) + weights[i]);
        }
      }
    });
    this.parts.forEach((part) => {
      const uses = part.movers.map((mover) => use.get(mover) ?? 0);
      const most = uses.indexOf(Math.max(...uses));
      const matrix = moverMatrix(part, most, new Matrix4());
      if (this.within) {
        matrix.premultiply(inverseOf(this.within.matrixWorld));
      }
      requireVolume(matrix, part);
      this.toRest.push(matrix);
    });
    this.centreRest();
    this.fromRest.push(...this.toRest.map((matrix) => inverseOf(matrix)));
  }

  private centreRest(): void {
    const rest = this.rest();
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    this.parts.forEach((part, k) => {
      for (const corner of part.corners) {
        for (let axis = 0; axis < 3; ++axis) {
          const x = rest[3 * (this.firstVertex[k] + corner) + axis];
          low[axis] = Math.min(low[axis], x);
          high[axis] = Math.max(high[axis], x);
        }
      }
    });
    requireSize(this.root, Math.max(...high.map((x, axis) => x - low[axis])));
    const back = new Matrix4().makeTranslation(
      ...(low.map((x, axis) => -(x + high[axis]) / 2) as [number, number, number]),
    );
    this.toRest.forEach((matrix) => matrix.premultiply(back));
  }
}

const inverseOf = (matrix: Matrix4): Matrix4 => new Matrix4().copy(matrix).invert();

// What is hidden below the root is not worn by anything.
function meshesOf(root: Object3D, exclude: readonly Pattern[]): Mesh[] {
  const found: Mesh[] = [];
  const walk = (object: Object3D) => {
    const hidden = object !== root && !object.visible;
    if (hidden || isWithin(object, object, exclude)) {
      return;
    }
    const mesh = object as Mesh & { isInstancedMesh?: boolean; isBatchedMesh?: boolean };
    if (mesh.isInstancedMesh || mesh.isBatchedMesh) {
      throw invalidAt('root', -1, `"${mesh.name}" is drawn many times at once; exclude it.`);
    }
    if (mesh.isMesh) {
      found.push(mesh);
    }
    object.children.forEach(walk);
  };
  walk(root);
  return found;
}

function requireVolume(matrix: Matrix4, { mesh }: Part): void {
  const size = Math.cbrt(Math.abs(matrix.determinant()));
  if (!(size > 1e-9 && size < 1e9)) {
    throw invalidAt('root', -1, `"${mesh.name}" is scaled to nothing: its scale is ${size}.`);
  }
}

function requireSize(root: Object3D, size: number): void {
  if (!(size < 8)) {
    throw invalidAt(
      'root',
      -1,
      `"${root.name}" is ${size.toPrecision(3)} m large; a world is 8 m wide. If its unit is the centimetre, put it ` +
        'below a group of scale 0.01, or keep all in a group and pass that as `within`.',
    );
  }
}
