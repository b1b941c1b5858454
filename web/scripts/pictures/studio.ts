// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The page that scripts/pictures.ts drives: the stage of the try-on page without its panels. It cooks a scene, steps it
// to the moment that is wanted, and shows that from any side.
import * as THREE from 'three';
import { Weft } from 'weft-cloth';
import wasmUrl from 'weft-cloth/weft.wasm?url';
import { buildAvatar } from 'weft-scenes/avatar/index';
import { DEFAULT_CHOICES, hexOf, type Choices } from '../../src/app/choices';
import { sceneOf } from '../../src/app/scene_of';
import { Stage } from '../../src/view/stage';
import { ASSETS } from '../../src/view/textures';
import { Wardrobe } from '../../src/view/wardrobe';
import { fetchAvatars } from '../../src/workers/avatars';
import { frameLayout } from '../../src/workers/frame';
import { FramePool } from '../../src/workers/frame_pool';
import { Kitchen } from '../../src/workers/kitchen';

/** From one figure of a row to the next, m. */
const SPACING = 0.86;
/** The azimuth that the camera starts from, radians. */
const START = 0.5;

/** What the script hears about a figure. */
export interface Dressed {
  step: number;
  hash: string;
  vertices: number;
  crossings: number;
  seconds: number;
}

/** What the script may call. */
export interface Studio {
  /** A row of figures, from left to right. */
  dress(row: Partial<Choices>[], stepsAfterSettling: number): Promise<Dressed[]>;
  look(azimuth: number): Promise<void>;
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

const stage = new Stage(document.querySelector('canvas')!);
const [weft, avatars] = await Promise.all([Weft.load({ url: wasmUrl }), fetchAvatars(ASSETS)]);
const kitchen = new Kitchen(weft, (name) => buildAvatar(avatars, name), null);
let wardrobes: { wardrobe: Wardrobe; group: THREE.Object3D }[] = [];

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Waits until every texture is there: what has none yet is not drawn, or has no map. */
async function texturesLoaded(): Promise<void> {
  const materials: THREE.MeshPhysicalMaterial[] = [];
  stage.scene.traverse((o) => {
    if (o instanceof THREE.Mesh) materials.push(o.material as THREE.MeshPhysicalMaterial);
  });
  while (materials.some((m) => !m.map)) await nextFrame();
}

function dress(given: Partial<Choices>, stepsAfterSettling: number): Dressed {
  const choices = { ...DEFAULT_CHOICES, ...given };
  const start = performance.now();
  const { world, opened } = kitchen.prepare(sceneOf(choices), () => {});
  let crossings = 0;
  while (world.stepCount < opened.settled + stepsAfterSettling) {
    crossings += world.step().crossingsBody;
  }
  const wardrobe = new Wardrobe(stage, opened, () => ({ ...choices, hex: hexOf(choices.colour) }));
  wardrobe.show(new FramePool(frameLayout(opened.cloths, opened.bodies)).take(world)!);
  wardrobes.push({ wardrobe, group: stage.scene.children.at(-1)! });
  const dressed = {
    step: world.stepCount,
    hash: world.hash(),
    vertices: world.cloths[0].vertexCount,
    crossings,
    seconds: Math.round(performance.now() - start) / 1000,
  };
  world.dispose();
  return dressed;
}

/** Places the row across the view, the first figure on the left. */
function lineUp(azimuth: number): void {
  wardrobes.forEach(({ group }, i) => {
    const across = (i - (wardrobes.length - 1) / 2) * SPACING;
    group.position.set(across * Math.cos(azimuth), 0, -across * Math.sin(azimuth));
  });
}

/** Frames alike whatever is worn, so that sizes compare. */
function frameRow(count: number): void {
  const half = ((count - 1) * SPACING) / 2 + 0.3;
  const low = new THREE.Vector3(-half, 0, -0.05);
  stage.rig.setBounds(new THREE.Box3(low, new THREE.Vector3(half, 1.8, 0.05)));
}

window.studio = {
  async dress(row, stepsAfterSettling) {
    for (const { wardrobe } of wardrobes) wardrobe.dispose();
    wardrobes = [];
    const dressed = row.map((choices) => dress(choices, stepsAfterSettling));
    await texturesLoaded();
    frameRow(row.length);
    return dressed;
  },
  async look(azimuth) {
    lineUp(azimuth);
    stage.rig.frame();
    stage.rig.orbit(azimuth - START, 0);
    stage.invalidate();
    await nextFrame();
    await nextFrame();
  },
};
