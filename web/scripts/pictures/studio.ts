// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The page that scripts/pictures.ts drives: the stage of the try-on page without its panels. It cooks a scene, steps it
// to the moment that is wanted, and shows that from any side.
import * as THREE from 'three';
import { Weft, type World } from 'weft-cloth';
import wasmUrl from 'weft-cloth/weft.wasm?url';
import { buildAvatar } from 'weft-scenes/avatar';
import { DEFAULT_CHOICES, FABRICS, hexOf, type ColourName, type Worn } from '../../src/choices';
import { sceneOf } from '../../src/app/scene_of';
import type { Look } from '../../src/view/fabric_material';
import { vertexNormals } from '../../src/view/normals';
import { Stage } from '../../src/view/stage';
import { ASSETS } from '../../src/view/assets';
import { Wardrobe } from '../../src/view/wardrobe';
import { fetchAvatars } from '../../src/workers/avatars';
import { frameLayout } from '../../src/workers/frame';
import { FramePool } from '../../src/workers/frame_pool';
import { SceneLoader } from '../../src/workers/scene_loader';
import type { OpenedScene } from '../../src/workers/protocol';
import type { MeshFrame } from './frames';
import { takeView, type View } from './view';

/** From one figure of a row to the next, m. */
const SPACING = 0.86;

/** What the script hears about a figure. */
export interface Shown {
  title: string;
  step: number;
  hash: string;
  vertices: number;
  captured: number;
  /** Undeclared ones, of all steps since the last picture. */
  crossings: number;
  seconds: number;
}

/** What the script may call. */
export interface Studio {
  /** A row of figures, from left to right. */
  dress(row: Partial<Worn>[], stepsAfterSettling: number): Promise<Shown[]>;
  /** A scene at a step; one that was shown before goes on from there. */
  play(scene: unknown, step: number, colours: ColourName[]): Promise<Shown[]>;
  /** A scene with its meshes at given places. */
  place(scene: unknown, meshes: MeshFrame[], colours: ColourName[]): Promise<void>;
  look(view: View): Promise<void>;
}

declare global {
  interface Window {
    studio?: Studio;
  }
}

// Time that runs evenly: the stage lowers its resolution on slow machines, and a picture has all the time it wants.
const request = window.requestAnimationFrame.bind(window);
let now = 0;
window.requestAnimationFrame = (draw) => request(() => draw(++now));

const stage = new Stage(document.querySelector('canvas')!, 'fine', 'fine');
const [weft, avatars] = await Promise.all([Weft.load({ url: wasmUrl }), fetchAvatars(ASSETS)]);
const loader = new SceneLoader({
  weft: Promise.resolve(weft),
  pantry: Promise.resolve({ fetch: async () => null }),
  bodies: async () => (name) => buildAvatar(avatars, name),
});
let wardrobes: { wardrobe: Wardrobe; group: THREE.Object3D }[] = [];
/** The scene that was played last. */
let played: { text: string; world: World; opened: OpenedScene } | null = null;

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Waits until every texture is there: what has none yet is not drawn, or has no map. Plaster never has one. */
async function texturesLoaded(): Promise<void> {
  const materials: THREE.MeshPhysicalMaterial[] = [];
  stage.scene.traverse((o) => {
    if (o instanceof THREE.Mesh && o.geometry.attributes.uv && 'map' in o.material) {
      materials.push(o.material as THREE.MeshPhysicalMaterial);
    }
  });
  while (materials.some((m) => !m.map)) await nextFrame();
}

function clear(): void {
  for (const { wardrobe } of wardrobes) wardrobe.dispose();
  wardrobes = [];
}

/** Puts the places of meshes, bodies first, into a frame. */
function overwrite(buffer: ArrayBuffer, opened: OpenedScene, meshes: MeshFrame[]): void {
  const { bodies, cloths } = frameLayout(opened.cloths, opened.bodies);
  const floats = new Float32Array(buffer);
  bodies.forEach((at, i) => floats.set(meshes[i].positions, at.positions));
  cloths.forEach((at, i) => {
    const { positions, merge } = meshes[bodies.length + i];
    floats.set(positions, at.positions);
    const welded = opened.cloths[i].triangles.map((v) => merge[v]);
    const normals = floats.subarray(at.normals, at.normals + at.length);
    vertexNormals(floats.subarray(at.positions, at.positions + at.length), welded, normals);
    merge.forEach((to, v) => normals.copyWithin(3 * v, 3 * to, 3 * to + 3));
  });
}

/** Steps a world and puts it on the stage, with a last touch to its frame. */
function show(
  world: World,
  opened: OpenedScene,
  step: number,
  look: (cloth: number) => Look,
  retouch = (_: ArrayBuffer) => {},
): Shown {
  const start = performance.now();
  let crossings = 0;
  while (world.stepCount < step) {
    const { crossingsBody, crossingsCloth } = world.step();
    crossings += crossingsBody + crossingsCloth;
  }
  const wardrobe = new Wardrobe(stage, opened, look);
  const frame = new FramePool(frameLayout(opened.cloths, opened.bodies)).take(world)!;
  retouch(frame);
  wardrobe.between.take(frame, world.stepCount, false, 0);
  wardrobe.show(0);
  opened.scene.bodies?.forEach(({ kind }, i) => {
    if (kind === 'floor') wardrobe.bodies[i].object.visible = false; // the stage has its own, in the same plane
  });
  wardrobes.push({ wardrobe, group: stage.scene.children.at(-1)! });
  const sum = (count: (cloth: World['cloths'][number]) => number) =>
    world.cloths.reduce((total, cloth) => total + count(cloth), 0);
  return {
    title: opened.title,
    step: world.stepCount,
    hash: world.hash(),
    vertices: sum((cloth) => cloth.vertexCount),
    captured: sum(({ captured }) => captured.reduce((total, flag) => total + flag, 0)),
    crossings,
    seconds: Math.round(performance.now() - start) / 1000,
  };
}

async function dress(given: Partial<Worn>, stepsAfterSettling: number): Promise<Shown> {
  const choices: Worn = { ...DEFAULT_CHOICES, mesh: 'fine', ...given };
  const { world, opened } = await loader.prepare(sceneOf(choices), () => {}, true);
  const look = () => ({ ...choices, hex: hexOf(choices.colour) });
  const shown = show(world, opened, opened.settled + stepsAfterSettling, look);
  world.dispose();
  return shown;
}

/** The scene, at the latest at the step; opened anew when it is another one or beyond that. */
async function open(scene: unknown, step: number): Promise<NonNullable<typeof played>> {
  const text = JSON.stringify(scene);
  if (played?.text === text && played.world.stepCount <= step) return played;
  played?.world.dispose();
  const made = { text, ...(await loader.prepare(scene, () => {}, false)) };
  played = made;
  return made;
}

/** Fabrics as the scene has them, colours in turn. */
function looksOf({ scene }: OpenedScene, colours: ColourName[]): (cloth: number) => Look {
  return (i) => {
    const preset = FABRICS.find(({ value }) => value === scene.cloths[i].fabric);
    const fabric = preset?.value ?? DEFAULT_CHOICES.fabric;
    return { fabric, hex: hexOf(colours[i % colours.length]), print: 'plain' };
  };
}

/** Places the row across the view, the first figure on the left. */
function lineUp(azimuth: number): void {
  wardrobes.forEach(({ group }, i) => {
    const across = (i - (wardrobes.length - 1) / 2) * SPACING;
    group.position.set(across * Math.cos(azimuth), 0, -across * Math.sin(azimuth));
  });
}

/** The bounds of a row, alike whatever is worn, so that sizes compare. */
function rowBounds(): THREE.Box3 {
  const half = ((wardrobes.length - 1) * SPACING) / 2 + 0.3;
  return new THREE.Box3(new THREE.Vector3(-half, 0, -0.05), new THREE.Vector3(half, 1.8, 0.05));
}

window.studio = {
  async dress(row, stepsAfterSettling) {
    clear();
    const shown: Shown[] = [];
    for (const choices of row) shown.push(await dress(choices, stepsAfterSettling));
    await texturesLoaded();
    return shown;
  },
  async play(scene, step, colours) {
    clear();
    const { world, opened } = await open(scene, step);
    const shown = show(world, opened, step, looksOf(opened, colours));
    await texturesLoaded();
    return [shown];
  },
  async place(scene, meshes, colours) {
    clear();
    const { world, opened } = await loader.prepare(scene, () => {}, false);
    const look = looksOf(opened, colours);
    show(world, opened, 0, look, (buffer) => overwrite(buffer, opened, meshes));
    world.dispose();
    await texturesLoaded();
  },
  async look(view) {
    lineUp(view.azimuth);
    takeView(stage.rig, view, rowBounds());
    stage.invalidate();
    await nextFrame();
    await nextFrame();
  },
};
