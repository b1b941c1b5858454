// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// One mesh of a character: its triangles, its vertices with their morphs, and what moves them. A skinned mesh is
// moved by its bones; a rigid one, on a bone or not, by itself.
import { AttachedBindMode, Matrix4, type Material, type Mesh, type SkinnedMesh } from 'three';
import type { Object3D } from 'three';
import { invalidAt } from '../../error.js';
import { attributesOf, readAttribute, readMorphs, requireAttribute } from '../read_attribute.js';
import { isWithin, matches, type Pattern } from './patterns.js';

/** A mesh of a character. */
export interface Part {
  mesh: Mesh;
  /** Of its corners in `corners`, triangle by triangle: the triangle of the mesh. */
  given: number[];
  /** 3 per triangle that is not left out: vertices of the mesh. */
  corners: number[];
  /** 3 per vertex, in the mesh's own units, without morphs. */
  plain: Float64Array;
  /** Its morph targets, as `plain`. */
  morphs: Float64Array[];
  /** What moves the mesh: its bones, or itself. */
  movers: Object3D[];
  /** 4 per vertex: indices of `movers`. */
  indices: Uint32Array;
  /** 4 per vertex; they sum to 1. */
  weights: Float64Array;
}

const isSkinned = (mesh: Mesh): mesh is SkinnedMesh =>
  (mesh as SkinnedMesh).isSkinnedMesh === true && Boolean((mesh as SkinnedMesh).skeleton);

/** Reads a mesh; triangles of materials and bones that are meant by `exclude` are left out. */
export function readPart(mesh: Mesh, exclude: readonly Pattern[]): Part {
  const attributes = attributesOf(mesh);
  requireAttribute(attributes.position, `position of "${mesh.name}"`, 3);
  const plain = readAttribute(attributes.position, 3);
  const skin = isSkinned(mesh) ? readSkin(mesh) : rigidSkin(mesh, attributes.position.count);
  const left = skin.movers.map((mover) => mover !== mesh && isWithin(mover, null, exclude));
  const morphs = readMorphs(mesh);
  const part: Part = { mesh, given: [], corners: [], plain, morphs, ...skin };
  forTriangles(mesh, exclude, (triangle, corner) => {
    requireVertices(mesh, triangle, corner, plain);
    // a triangle goes with the mover that has most of it
    if (!left[heaviest(part, corner)]) {
      part.given.push(triangle);
      part.corners.push(...corner);
    }
  });
  return part;
}

function forTriangles(
  mesh: Mesh,
  exclude: readonly Pattern[],
  visit: (triangle: number, corner: number[]) => void,
): void {
  const { geometry, material } = mesh;
  const { index, groups, drawRange } = geometry;
  const count = index?.count ?? geometry.attributes.position.count;
  const end = Math.min(count, drawRange.start + drawRange.count);
  const isLeftOut = (which: Material | undefined) =>
    which !== undefined && exclude.some((pattern) => matches(which, pattern));
  const spans =
    Array.isArray(material) && groups.length > 0
      ? groups.map((group) => ({ ...group, material: material[group.materialIndex ?? 0] }))
      : [{ start: 0, count, material: Array.isArray(material) ? material[0] : material }];
  for (const span of spans.filter((each) => !isLeftOut(each.material))) {
    const last = Math.min(end, span.start + span.count);
    for (let i = Math.max(drawRange.start, span.start); i + 2 < last; i += 3) {
      const corner = [i, i + 1, i + 2].map((at) => (index ? index.getX(at) : at));
      visit(Math.floor(i / 3), corner);
    }
  }
}

function requireVertices(
  mesh: Mesh,
  triangle: number,
  corner: readonly number[],
  plain: Float64Array,
): void {
  for (const vertex of corner) {
    if (!(vertex < plain.length / 3)) {
      throw invalidAt(
        `index of "${mesh.name}"`,
        triangle,
        `Triangle ${triangle} of "${mesh.name}" names vertex ${vertex}, but there are only ${plain.length / 3}.`,
      );
    }
    if (![0, 1, 2].every((axis) => Number.isFinite(plain[3 * vertex + axis]))) {
      throw invalidAt(
        `position of "${mesh.name}"`,
        vertex,
        `Vertex ${vertex} of "${mesh.name}" is NaN or infinite; check where it comes from.`,
      );
    }
  }
}

function heaviest({ indices, weights, movers }: Part, corner: readonly number[]): number {
  const sums = new Float64Array(movers.length);
  for (const vertex of corner) {
    for (let k = 4 * vertex; k < 4 * vertex + 4; ++k) {
      sums[indices[k]] += weights[k];
    }
  }
  return sums.indexOf(Math.max(...sums));
}

function rigidSkin(mesh: Mesh, count: number) {
  const weights = new Float64Array(4 * count);
  for (let i = 0; i < weights.length; i += 4) {
    weights[i] = 1;
  }
  return { movers: [mesh as Object3D], indices: new Uint32Array(4 * count), weights };
}

function readSkin(mesh: SkinnedMesh) {
  const { position, skinIndex, skinWeight } = mesh.geometry.attributes;
  requireAttribute(skinIndex, `skinIndex of "${mesh.name}"`, 4, position.count);
  requireAttribute(skinWeight, `skinWeight of "${mesh.name}"`, 4, position.count);
  const indices = Uint32Array.from(readAttribute(skinIndex, 4));
  const weights = readAttribute(skinWeight, 4);
  const movers = [...mesh.skeleton.bones];
  for (let i = 0; i < weights.length; i += 4) {
    const sum = weights[i] + weights[i + 1] + weights[i + 2] + weights[i + 3];
    for (let k = i; k < i + 4; ++k) {
      // as three.js does for a vertex without weights
      weights[k] = sum > 0 ? weights[k] / sum : k === i ? 1 : 0;
      if (!Number.isFinite(weights[k])) {
        throw invalidAt(
          `skinWeight of "${mesh.name}"`,
          i / 4,
          `The weights of vertex ${i / 4} of "${mesh.name}" have no finite sum.`,
        );
      }
      if (weights[k] !== 0 && !movers[indices[k]]) {
        throw invalidAt(
          `skinIndex of "${mesh.name}"`,
          i / 4,
          `Vertex ${i / 4} of "${mesh.name}" names bone ${indices[k]}, which its skeleton does not have; ` +
            `add that bone, or hang the vertex on another.`,
        );
      }
      indices[k] = weights[k] === 0 ? 0 : indices[k];
    }
  }
  return { movers, indices, weights };
}

/** Takes points of the mesh to the world as mover number `index` moves them now. */
export function moverMatrix({ mesh, movers }: Part, index: number, to: Matrix4): Matrix4 {
  if (movers[index] === mesh || !isSkinned(mesh)) {
    return to.copy(mesh.matrixWorld);
  }
  to.multiplyMatrices(
    movers[index].matrixWorld,
    mesh.skeleton.boneInverses[index] ?? new Matrix4(),
  );
  to.multiply(mesh.bindMatrix);
  if (mesh.bindMode !== AttachedBindMode) {
    to.premultiply(new Matrix4().copy(mesh.bindMatrix).invert()).premultiply(mesh.matrixWorld);
  }
  return to;
}

/** The vertices with the morphs of now, 3 each, in the mesh's own units. */
export function morphedPositions({ mesh, plain, morphs }: Part): Float64Array {
  const influences = mesh.morphTargetInfluences ?? [];
  if (morphs.length === 0 || influences.every((influence) => influence === 0)) {
    return plain;
  }
  const { morphTargetsRelative } = mesh.geometry;
  const positions = plain.slice();
  morphs.forEach((values, target) => {
    const influence = influences[target] ?? 0;
    if (influence !== 0) {
      for (let i = 0; i < positions.length; ++i) {
        positions[i] += influence * (morphTargetsRelative ? values[i] : values[i] - plain[i]);
      }
    }
  });
  return positions;
}

/** Brings meshes and bones up to date, whatever was rendered when. */
export function updateParts(root: Object3D, parts: readonly Part[]): void {
  for (const { mesh, movers } of parts) {
    if (!mesh.geometry || (movers[0] !== mesh && !isSkinned(mesh))) {
      throw invalidAt('root', -1, `"${mesh.name}" has lost its skeleton or its geometry.`);
    }
  }
  root.updateWorldMatrix(true, true);
  const below = new Set<Object3D>();
  root.traverse((each) => below.add(each));
  for (const { movers } of parts) {
    movers
      .filter((mover) => !below.has(mover))
      .forEach((mover) => mover.updateWorldMatrix(true, false));
  }
}
