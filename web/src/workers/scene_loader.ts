// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From a scene that may come from anywhere to a loaded world: checked, cooked, loaded.
import type { Weft, World } from 'weft-cloth';
import {
  checkScene,
  cook,
  type Avatar,
  type CookInfo,
  type FinishedEdge,
  type Progress,
  type Scene,
} from 'weft-scenes';
import { SEGMENTS, vertexSegments } from 'weft-scenes/pinch/segments';
import { floatSection, sectionOf } from './cooked_sections';
import { findEdges } from './garment_edges';
import { playsOf } from './motion_clock';
import { leavesRuins } from './sentence';
import type { BodyShape, ClothShape, OpenedScene } from './protocol';

/** What the page wants to know of what was cooked. */
export type KeptInfo = Pick<CookInfo, 'title' | 'sewn' | 'settled'> & {
  /** Of every cloth: its edges that are no hems. */
  finishes: FinishedEdge[][];
};

/** Takes over what the page wants to know. */
export function keptInfo({ title, sewn, settled, cloths }: CookInfo): KeptInfo {
  return { title, sewn, settled, finishes: cloths.map(({ garment }) => garment?.finishes ?? []) };
}

/** What the cook makes of a scene. */
export interface Cooked {
  bytes: Uint8Array;
  info: KeptInfo;
}

/** Cooks and loads scenes; remembers the last one, so that a restart costs nothing. */
export class SceneLoader {
  private readonly avatars = new Map<string, Avatar>();

  constructor(
    private readonly weft: Weft,
    private readonly buildAvatar: (name: string) => Avatar,
    /** The JSON of a scene, and the scene cooked. */
    private last: { text: string; cooked: Cooked } | null,
  ) {}

  /** Fetches the module that the methods of a scene need, when one does. What it throws is for `sentenceOf`. */
  async fetchMethods(value: unknown): Promise<void> {
    const { methods = {} } = checkScene(value);
    await this.weft.prepare(methods);
  }

  /** Checks, cooks and loads a scene. What it throws is for `sentenceOf`. */
  prepare(value: unknown, progress: Progress): { world: World; opened: OpenedScene } {
    const start = performance.now();
    const scene = checkScene(value);
    const { world, bytes, info } = this.loadCooked(scene, progress);
    const opened: OpenedScene = {
      scene,
      title: info.title,
      cloths: world.cloths.map((_, i) => clothShape(world, i, bytes, info.finishes[i])),
      bodies: world.bodies.map((_, i) => this.bodyShape(world, i, scene)),
      sewn: info.sewn,
      settled: info.settled,
      wearer: wearerOf(world, scene, bytes),
      cookMs: performance.now() - start,
    };
    return { world, opened };
  }

  private loadCooked(scene: Scene, progress: Progress): Cooked & { world: World } {
    const text = JSON.stringify(scene);
    if (this.last?.text === text) {
      const { cooked } = this.last;
      try {
        return { ...cooked, world: this.weft.loadScene(cooked.bytes) };
      } catch (error) {
        if (leavesRuins(error)) throw error;
        this.last = null; // came from afar, and was damaged on the way: cook it here
      }
    }
    const { bytes, info } = cook(scene, { avatar: (name) => this.avatar(name) }, progress);
    const cooked = { bytes, info: keptInfo(info) };
    this.last = { text, cooked };
    return { ...cooked, world: this.weft.loadScene(cooked.bytes) };
  }

  private avatar(name: string): Avatar {
    const known = this.avatars.get(name);
    if (known) return known;
    const made = this.buildAvatar(name);
    this.avatars.set(name, made);
    return made;
  }

  private bodyShape(world: World, i: number, scene: Scene): BodyShape {
    const { name, vertexCount, boneCount, indices } = world.bodies[i];
    const spec = scene.bodies?.[i];
    const shape = { name, vertexCount, boneCount, triangles: indices.slice() };
    if (spec?.kind !== 'avatar') return shape;
    const avatar = this.avatar(spec.body);
    const parts = { names: SEGMENTS, of: vertexSegments(avatar) };
    return { ...shape, render: avatar.render, parts };
  }
}

function wearerOf(world: World, scene: Scene, bytes: Uint8Array): OpenedScene['wearer'] {
  const body = (scene.bodies ?? []).findIndex((spec) => spec.kind === 'avatar');
  if (body < 0) return null;
  const plays = playsOf(bytes, body, world.bodies[body].clips, scene.frame ?? 1 / 60);
  return { body, plays };
}

function clothShape(
  world: World,
  i: number,
  bytes: Uint8Array,
  finishes: FinishedEdge[],
): ClothShape {
  const { name, vertexCount, indices, positions } = world.cloths[i];
  const material = floatSection(bytes, 'CMAT', i) ?? flatten(positions);
  const triangles = indices.slice();
  const seams = new Uint32Array(sectionOf(bytes, 'CSEM', i) ?? new ArrayBuffer(0));
  const edges = findEdges({ material, triangles, seams, finishes });
  return { name, vertexCount, triangles, material, edges };
}

/** Stands in for material coordinates that a mesh does not have: seen from above. */
function flatten(positions: Float32Array): Float32Array {
  const out = new Float32Array((positions.length / 3) * 2);
  for (let i = 0; i < out.length / 2; i++) {
    out[2 * i] = positions[3 * i];
    out[2 * i + 1] = positions[3 * i + 2];
  }
  return out;
}
