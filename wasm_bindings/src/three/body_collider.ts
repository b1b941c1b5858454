// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Any skinned three.js character as a body: its mesh is merged to one closed surface, its skeleton is handed to
// the core as bone matrices, and the core skins it, so that the simulation does not depend on the renderer.
import { Matrix4, Vector3, type Object3D, type SkinnedMesh } from 'three';
import type { Body } from '../body.js';
import * as check from '../checks.js';
import { invalidAt, WeftError } from '../error.js';
import type { RemoteBody, RemoteWorld } from '../worker/remote.js';
import { soundPose } from '../follow_origin.js';
import type { World } from '../world.js';
import { addObject, type ObjectColliderOptions } from './character/object_body.js';
import { proxyOf, type BodyProxy, type ProxyOptions } from './character/proxy.js';
import type { Repair } from './character/sound_surface.js';
import {
  firstBoneToWorld,
  readPose,
  updateCharacter,
  type Place,
  type RestSpace,
} from './character_pose.js';
import { mergeVertices, type MergedMesh } from '../merge_vertices.js';
import { attributesOf, readAttribute, readMorphs, requireAttribute } from './read_attribute.js';
import { RestShape } from './rest_shape.js';

/** Options of `BodyCollider.fromSkinnedMesh`. */
export interface BodyColliderOptions {
  /** Vertices closer than this become one, in units of the mesh; 0: only those at the same place. Default 1e-6. */
  mergeTolerance?: number;
  /** Accept a character with holes; cloth can then slip inside through them. */
  open?: boolean;
  /** Multiplies the fabric's friction. */
  friction?: number;
}

const SKINNED_OPTIONS = ['mergeTolerance', 'open', 'friction'];
const FARTHEST = 4; // m, the extent of a world

/** What `update` hands to the body. @internal */
export interface Pose {
  /** 12 per bone, relative to `place`. */
  matrices: Float32Array;
  /** m, in the frame that never changes. */
  place: Place;
  /** Rest positions with morphs; undefined for the body's own. */
  rest?: Float32Array;
}

/** A character that cloth collides with, in a world here or in a worker. Call `update` before each step. */
export class BodyCollider {
  /** What was mended of an object's meshes, all at once; see `fromObject3D`. */
  readonly repairs: readonly Repair[];
  /** Per bone of the body the object that moves it: a bone or a rigid mesh. */
  readonly bones: readonly Object3D[];
  private readonly pose: () => Pose;

  private constructor(
    readonly body: Body | RemoteBody,
    /** What it was made of. */
    readonly root: Object3D,
    how: { pose: () => Pose; bones: readonly Object3D[]; repairs?: readonly Repair[] },
  ) {
    this.pose = how.pose;
    this.bones = how.bones;
    this.repairs = how.repairs ?? [];
  }

  /**
   * Adds all visible meshes at and below an object as one body, skinned or rigid, standing as they stand now: several
   * meshes, groups, any units and axes, mirrored scales. What cannot be a body is mended and listed in `repairs`.
   * Throws `WeftError` when nothing is left or no repair helps; a proxy does then.
   */
  static fromObject3D(world: World, root: Object3D, options?: ObjectColliderOptions): BodyCollider;
  static fromObject3D(
    world: RemoteWorld,
    root: Object3D,
    options?: ObjectColliderOptions,
  ): Promise<BodyCollider>;
  static fromObject3D(
    world: World | RemoteWorld,
    root: Object3D,
    options: ObjectColliderOptions = {},
  ): BodyCollider | Promise<BodyCollider> {
    const { body, ...how } = addObject(world as World, root, options);
    return BodyCollider.follow(body, root, how);
  }

  /**
   * A closed surface round an object as it stands now, for `fromObject3D`: for meshes that no repair can make sense of.
   * Made in a worker, cached by content; `error` says how far it is from the meshes, in mm.
   */
  static proxyOf(root: Object3D, options: ProxyOptions = {}): Promise<BodyProxy> {
    return proxyOf(root, options);
  }

  /**
   * Adds a character to the world, standing as it stands now: `body.positions` is where three.js draws it, and
   * cloth may be pinned to it at once. Throws `WeftError` when it is not closed.
   */
  static fromSkinnedMesh(
    world: World,
    mesh: SkinnedMesh,
    options?: BodyColliderOptions,
  ): BodyCollider;
  static fromSkinnedMesh(
    world: RemoteWorld,
    mesh: SkinnedMesh,
    options?: BodyColliderOptions,
  ): Promise<BodyCollider>;
  static fromSkinnedMesh(
    remoteOrNot: World | RemoteWorld,
    mesh: SkinnedMesh,
    options: BodyColliderOptions = {},
  ): BodyCollider | Promise<BodyCollider> {
    const world = remoteOrNot as World;
    check.options('options', options, SKINNED_OPTIONS);
    requireSkin(mesh);
    updateCharacter(mesh);
    const merged = mergeCharacter(mesh, options.mergeTolerance);
    requireClosed(mesh.name, merged.openEdges, options.open ?? false);
    const space = restSpace(mesh, merged.positions);
    const shape = new RestShape(mesh, merged.source, space);
    const pose = soundPose(skinnedPose(mesh, space, shape));
    const body = world.addBody({
      positions: shape.base,
      indices: space.mirrored ? turnTriangles(merged.indices) : merged.indices,
      ...readSkin(mesh, merged.source),
      boneHeads: readHeads(mesh, space),
      friction: options.friction,
      open: options.open,
      name: mesh.name,
    });
    return BodyCollider.follow(body, mesh, { pose, bones: mesh.skeleton.bones });
  }

  // A world in a worker answers with a promise of the body.
  private static follow(
    body: Body | Promise<RemoteBody>,
    root: Object3D,
    how: { pose: () => Pose; bones: readonly Object3D[]; repairs?: readonly Repair[] },
  ): BodyCollider | Promise<BodyCollider> {
    const follow = (added: Body | RemoteBody) => {
      const collider = new BodyCollider(added, root, how);
      // a body that cannot be posed is not added
      const leave = () => (added.world as World).removeBody(added as Body) as void | Promise<void>;
      try {
        const posed = collider.update();
        return posed
          ? posed.then(
              () => collider,
              async (error) => {
                await leave();
                throw error;
              },
            )
          : collider;
      } catch (error) {
        void leave();
        throw error;
      }
    };
    return body instanceof Promise ? body.then(follow) : follow(body);
  }

  /**
   * Hands the pose of now to the simulator, morph targets included: where the body is to be at the end of the next
   * step. Reads the transforms as they are now; nothing needs to have been rendered. Who walks more than 3 m from the
   * world's origin takes it along, see `world.setOrigin`.
   */
  update(): void | Promise<void> {
    const { matrices, place, rest } = this.pose();
    return (this.body as Body).followPose(matrices, place, rest); // of a remote body a promise
  }
}

function skinnedPose(mesh: SkinnedMesh, space: RestSpace, shape: RestShape): () => Pose {
  const matrices = new Float32Array(12 * mesh.skeleton.bones.length);
  const place: Place = [0, 0, 0];
  return () => {
    updateCharacter(mesh);
    readPose(mesh, space, matrices, place);
    return { matrices, place, rest: shape.now() };
  };
}

// Vertices at one place are one vertex if they are skinned and morphed alike, as along a texture seam. Lips that
// touch at rest are not; where only a merge by place gives a closed surface, it is taken.
function mergeCharacter(mesh: SkinnedMesh, tolerance?: number): MergedMesh {
  const { attributes, index } = mesh.geometry;
  const position = readAttribute(attributes.position, 3);
  const indices = index?.array ?? Array.from({ length: attributes.position.count }, (_, i) => i);
  const alike = mergeVertices(position, indices, tolerance, [
    readAttribute(attributes.skinIndex, 4),
    readAttribute(attributes.skinWeight, 4),
    ...readMorphs(mesh),
  ]);
  if (alike.openEdges === 0) {
    return alike;
  }
  const placed = mergeVertices(position, indices, tolerance);
  return placed.openEdges < alike.openEdges ? placed : alike;
}

function restSpace(mesh: SkinnedMesh, positions: Float32Array): RestSpace {
  const toWorld = firstBoneToWorld(mesh);
  const scale = toWorld.getMaxScaleOnAxis();
  if (!(scale > 0 && scale < Infinity)) {
    throw invalidAt(
      'mesh',
      -1,
      `"${mesh.name}" is scaled to nothing: its first bone has scale ${scale}.`,
    );
  }
  const centre = [0, 1, 2].map((axis) => {
    let [least, most] = [Infinity, -Infinity];
    for (let i = axis; i < positions.length; i += 3) {
      least = Math.min(least, positions[i]);
      most = Math.max(most, positions[i]);
    }
    return positions.length > 0 ? (least + most) / 2 : 0;
  }) as [number, number, number];
  return { scale, centre, mirrored: toWorld.determinant() < 0, unitWeights: haveUnitSums(mesh) };
}

function haveUnitSums(mesh: SkinnedMesh): boolean {
  const weights = readAttribute(mesh.geometry.attributes.skinWeight, 4);
  for (let i = 0; i < weights.length; i += 4) {
    const sum = weights[i] + weights[i + 1] + weights[i + 2] + weights[i + 3];
    if (Math.abs(sum - 1) > 1e-6) {
      return false;
    }
  }
  return true;
}

// Three.js draws a mirrored mesh with its fronts turned.
function turnTriangles(indices: Uint32Array): Uint32Array {
  return indices.map((_, i) => indices[i % 3 === 0 ? i : i % 3 === 1 ? i + 1 : i - 1]);
}

function readSkin(mesh: SkinnedMesh, source: Uint32Array) {
  const indices = readAttribute(mesh.geometry.attributes.skinIndex, 4);
  const weights = readAttribute(mesh.geometry.attributes.skinWeight, 4);
  const boneIndices = new Uint16Array(4 * source.length);
  const boneWeights = new Float32Array(4 * source.length);
  source.forEach((original, vertex) => {
    for (let k = 0; k < 4; ++k) {
      const weight = weights[4 * original + k];
      boneWeights[4 * vertex + k] = weight;
      boneIndices[4 * vertex + k] = weight === 0 ? 0 : indices[4 * original + k];
    }
  });
  return { boneIndices, boneWeights };
}

// Where the heads are at rest counts only for clips, which such a body has none of; a bone may be anywhere.
function readHeads(mesh: SkinnedMesh, { scale, centre, mirrored }: RestSpace): Float32Array {
  const toMesh = mesh.bindMatrix.clone().invert();
  const heads = new Float32Array(3 * mesh.skeleton.bones.length);
  const size = new Vector3(mirrored ? -scale : scale, scale, scale);
  mesh.skeleton.boneInverses.forEach((inverse, index) => {
    const head = new Vector3().applyMatrix4(new Matrix4().copy(inverse).invert());
    head.applyMatrix4(toMesh).sub(new Vector3(...centre));
    head.multiply(size).toArray(heads, 3 * index);
  });
  return heads.map((x) => Math.min(Math.max(x || 0, -FARTHEST), FARTHEST));
}

function requireSkin(mesh: SkinnedMesh): void {
  if (!mesh?.isSkinnedMesh || !mesh.skeleton) {
    throw invalidAt(
      'mesh',
      -1,
      'BodyCollider.fromSkinnedMesh needs a SkinnedMesh that is bound to a skeleton.',
    );
  }
  const { position, skinIndex, skinWeight } = attributesOf(mesh);
  const { count } = requireAttribute(position, 'position', 3);
  requireAttribute(skinIndex, 'skinIndex', 4, count);
  requireAttribute(skinWeight, 'skinWeight', 4, count);
}

function requireClosed(name: string, openEdges: number, accepted: boolean): void {
  if (openEdges > 0 && !accepted) {
    throw new WeftError(
      'WEFT_ERROR_OPEN_BODY',
      `"${name}" is not closed: ${openEdges} of its edges do not have exactly two triangles. ` +
        'Close its holes, or pass open: true to accept that cloth can slip inside.',
    );
  }
}
