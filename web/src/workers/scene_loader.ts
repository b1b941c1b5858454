// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From a scene that may come from anywhere to a loaded world: checked, cooked, loaded.
import type { Weft, World } from 'weft-cloth';
import {
  checkScene,
  cook,
  type Avatar,
  type FinishedEdge,
  type Progress,
  type Scene,
} from 'weft-scenes';
import { keptInfo, type Cooked, type Meal } from './cooked';
import { floatSection, sectionOf } from './cooked_sections';
import { figureOf, type Figure } from './figure';
import { findEdges } from './garment_edges';
import { playsOf } from './motion_clock';
import { leavesRuins } from './sentence';
import type { BodyShape, ClothShape, OpenedScene } from './protocol';

/** Scenes that are remembered, cooked and as they hung: each takes about 3 MB. */
const REMEMBERED = 6;

/** A world, and what the page draws of it. */
export interface Prepared {
  world: World;
  opened: OpenedScene;
}

/** What scenes are made with, as it comes. */
export interface Supplies {
  weft: Promise<Weft>;
  pantry: Promise<{ fetch(text: string): Promise<Meal | null> }>;
  /** What builds bodies. */
  bodies(): Promise<(name: string) => Avatar>;
}

/** Cooks and loads scenes; remembers the last ones by what is in them, so that coming back to one costs nothing. */
export class SceneLoader {
  private readonly avatars = new Map<string, Avatar>();
  /** By the JSON of a scene; the newest last. */
  private readonly known = new Map<string, Meal>();

  private buildAvatar: ((name: string) => Avatar) | null = null;

  constructor(private readonly supplies: Supplies) {}

  /**
   * Fetches the simulator, the module that the methods of a scene need, when one does, what there is of the scene itself,
   * and the bodies where that is not all of it. What it throws is for `sentenceOf`, or a LoadError.
   */
  async fetch(value: unknown): Promise<void> {
    const scene = checkScene(value);
    const text = JSON.stringify(scene);
    const { weft, pantry } = this.supplies;
    const prepared = weft.then((module) => module.prepare(scene.methods ?? {}));
    prepared.catch(() => {}); // is awaited below
    const found = this.known.has(text) ? null : await (await pantry).fetch(text);
    if (found) this.remember(text, found);
    if (!this.isComplete(text, scene)) await this.fetchBodies();
    await prepared;
  }

  /** What bodies are built with: for scenes to come, which may then be cooked at once. */
  async fetchBodies(): Promise<void> {
    this.buildAvatar ??= await this.supplies.bodies();
  }

  /** Whether nothing of a scene needs to be cooked or built. */
  private isComplete(text: string, scene: Scene): boolean {
    const figures = this.known.get(text)?.figures;
    const avatars = (scene.bodies ?? []).flatMap((b) => (b.kind === 'avatar' ? b.body : []));
    return (
      figures !== undefined && avatars.every((name) => this.avatars.has(name) || name in figures)
    );
  }

  /** Checks, cooks and loads a scene, `draped` as it hangs where that is known. What it throws is for `sentenceOf`. */
  async prepare(value: unknown, progress: Progress, draped: boolean): Promise<Prepared> {
    const lap = stopwatch();
    const scene = checkScene(value);
    const text = JSON.stringify(scene);
    const weft = await this.supplies.weft;
    const { world: begun, bytes, info } = await this.loadCooked(weft, text, scene, progress);
    const cook = lap();
    const seen = {
      cloths: begun.cloths.map((_, i) => clothShape(begun, i, bytes, info.finishes[i])),
      bodies: begun.bodies.map((_, i) => this.bodyShape(begun, i, scene, text)),
      wearer: wearerOf(begun, scene, bytes),
    };
    const shapes = lap();
    const world = draped ? this.drape(weft, text, begun, bytes) : begun;
    const { title, sewn, settled } = info;
    const times = { cook, shapes, drape: lap() };
    const hangs = world.stepCount >= settled;
    return { world, opened: { scene, title, ...seen, sewn, settled, hangs, times } };
  }

  /** Keeps a world, whose garment has just come to hang, for whoever asks for its scene again. */
  keep(scene: Scene, world: World): void {
    const text = JSON.stringify(scene);
    const meal = this.known.get(text);
    if (!meal || meal.drape) return;
    this.remember(text, { ...meal, drape: { snapshot: world.snapshot(), hash: world.hash() } });
  }

  private remember(text: string, meal: Meal): void {
    this.known.delete(text);
    this.known.set(text, meal);
    if (this.known.size > REMEMBERED) this.known.delete(this.known.keys().next().value!);
  }

  private async loadCooked(
    weft: Weft,
    text: string,
    scene: Scene,
    progress: Progress,
  ): Promise<Cooked & { world: World }> {
    const known = this.known.get(text);
    if (known) {
      try {
        const world = weft.loadScene(known.cooked.bytes);
        this.remember(text, known);
        return { ...known.cooked, world };
      } catch (error) {
        if (leavesRuins(error)) throw error;
        this.known.delete(text); // came from afar, and was damaged on the way: cook it here
      }
    }
    await this.fetchBodies();
    const { bytes, info } = cook(scene, { avatar: (name) => this.avatar(name) }, progress);
    const cooked = { bytes, info: keptInfo(info) };
    const world = weft.loadScene(bytes);
    this.remember(text, { cooked, drape: null, figures: {} });
    return { ...cooked, world };
  }

  /** The world as it hangs; as it begins where that is not known or comes out otherwise than it was told. */
  private drape(weft: Weft, text: string, world: World, bytes: Uint8Array): World {
    const meal = this.known.get(text);
    if (!meal?.drape) return world;
    try {
      world.restore(meal.drape.snapshot);
      if (world.hash() === meal.drape.hash) return world;
    } catch (error) {
      if (leavesRuins(error)) throw error;
    }
    this.remember(text, { ...meal, drape: null });
    world.dispose();
    return weft.loadScene(bytes);
  }

  private avatar(name: string): Avatar {
    const known = this.avatars.get(name);
    if (known) return known;
    const made = this.buildAvatar!(name);
    this.avatars.set(name, made);
    return made;
  }

  private bodyShape(world: World, i: number, scene: Scene, text: string): BodyShape {
    const { name, vertexCount, boneCount, indices } = world.bodies[i];
    const spec = scene.bodies?.[i];
    const shape = { name, vertexCount, boneCount, triangles: indices.slice() };
    return spec?.kind === 'avatar' ? { ...shape, ...this.figure(spec.body, text) } : shape;
  }

  private figure(body: string, text: string): Figure {
    return this.known.get(text)?.figures[body] ?? figureOf(this.avatar(body));
  }
}

/** Milliseconds since it was asked last. */
function stopwatch(): () => number {
  let before = performance.now();
  return () => {
    const now = performance.now();
    const ms = now - before;
    before = now;
    return ms;
  };
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
