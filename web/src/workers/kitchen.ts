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
  type Progress,
  type Scene,
} from 'weft-scenes';
import { SEGMENTS, vertexSegments } from 'weft-scenes/pinch/segments';
import { floatSection } from './cooked_sections';
import { playsOf } from './motion_clock';
import type { BodyShape, ClothShape, OpenedScene } from './protocol';

/** What the cook makes of a scene. */
export interface Cooked {
  bytes: Uint8Array;
  info: Pick<CookInfo, 'title' | 'sewn' | 'settled'>;
}

/** Cooks and loads scenes; remembers the last one, so that a restart costs nothing. */
export class Kitchen {
  private readonly avatars = new Map<string, Avatar>();

  constructor(
    private readonly weft: Weft,
    private readonly buildAvatar: (name: string) => Avatar,
    /** The JSON of a scene, and the scene cooked. */
    private last: { text: string; cooked: Cooked } | null,
  ) {}

  /** Checks, cooks and loads a scene. What it throws is for `sentenceOf`. */
  prepare(value: unknown, progress: Progress): { world: World; opened: OpenedScene } {
    const start = performance.now();
    const scene = checkScene(value);
    const { bytes, info } = this.cook(scene, progress);
    const world = this.weft.loadScene(bytes);
    const opened: OpenedScene = {
      scene,
      title: info.title,
      cloths: world.cloths.map((_, i) => clothShape(world, i, bytes)),
      bodies: world.bodies.map((_, i) => this.bodyShape(world, i, scene)),
      sewn: info.sewn,
      settled: info.settled,
      wearer: wearerOf(world, scene, bytes),
      cookMs: performance.now() - start,
    };
    return { world, opened };
  }

  private cook(scene: Scene, progress: Progress): Cooked {
    const text = JSON.stringify(scene);
    if (this.last?.text !== text) {
      const cooked = cook(scene, { avatar: (name) => this.avatar(name) }, progress);
      this.last = { text, cooked };
    }
    return this.last.cooked;
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

function clothShape(world: World, i: number, bytes: Uint8Array): ClothShape {
  const { name, vertexCount, indices, positions } = world.cloths[i];
  const material = floatSection(bytes, 'CMAT', i) ?? flatten(positions);
  return { name, vertexCount, triangles: indices.slice(), material };
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
