// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Who walks: skinned meshes of glTF files with a clip, and figures that a package builds of rigid parts and moves by
// functions of its own.
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { unpack } from './packages.mjs';

const MIXAMO = 'MIT, the model by Mixamo';

/**
 * What their packages say of their licence; `clean` where nothing at all may be captured of their cloth; and how they are
 * made: with heights of waist, knee and shoulder (m), the sign of z at the back, and what carries the skirt and the
 * collar of the cape (the nearest skin where nothing is said).
 */
export const CHARACTERS = {
  mannequin: {
    licence: 'MIT',
    clean: true,
    load: () =>
      loadSkinned('@pmndrs/viverse@0.2.20', 'dist/assets/mannequin.js', 'dist/assets/walk.js'),
  },
  player: { licence: 'MIT', load: loadPlayer },
  creature: { licence: 'MIT', clean: true, load: loadCreature },
  beta: { licence: MIXAMO, load: loadBeta },
  careless: {
    licence: MIXAMO,
    frames: 90, // until the hands have swung through the waistband
    load: async () => ({ ...(await loadBeta()), hips: undefined, chest: undefined }),
  },
  soldier: { licence: MIXAMO, load: loadSoldier },
  armless: {
    licence: MIXAMO,
    clean: true,
    load: async () => ({ ...(await loadSoldier()), exclude: /(ForeArm|Hand)/ }),
  },
};

const FADE = 1; // s from the bind pose to the walk

// ---- skinned meshes

function loadBeta() {
  const [model, clips] = ['base', 'animations'].map((part) => `janus-avatar-${part}.glb`);
  return loadSkinned('janusweb@1.7.2', `media/assets/${model}`, `media/assets/${clips}`, 0.01);
}

function loadSoldier() {
  return loadSkinned('threebox-plugin@2.2.7', 'examples/models/Soldier.glb');
}

async function bytesOf(path) {
  if (!path.endsWith('.js')) {
    return readFileSync(path);
  }
  const { url } = await import(pathToFileURL(path));
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

async function loadModel(path) {
  globalThis.self ??= globalThis; // GLTFLoader asks it for URL
  globalThis.ProgressEvent ??= class ProgressEvent {};
  const bytes = await bytesOf(path);
  const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
  loader.register(() => ({ name: 'no pictures', loadTexture: async () => new THREE.Texture() }));
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  return new Promise((resolve, reject) => loader.parse(buffer, '', resolve, reject));
}

/** Place of the first joint whose name matches. */
function joint(root, pattern) {
  let found;
  root.traverse((each) => {
    found ??= each.isBone && pattern.test(each.name) ? each : undefined;
  });
  if (!found) {
    throw new Error(`no bone is called ${pattern}`);
  }
  return found.getWorldPosition(new THREE.Vector3());
}

async function loadSkinned(name, body, walk, scale = 1) {
  const at = unpack(name);
  const model = await loadModel(join(at, body));
  const animated = walk ? await loadModel(join(at, walk)) : model;
  const clip =
    animated.animations.find((each) => /^walk/i.test(each.name)) ?? animated.animations[0];
  const root = new THREE.Group().add(model.scene);
  root.scale.setScalar(scale);
  root.updateMatrixWorld(true);
  const [hips, knee, shoulder, foot, toe] = [
    /hips|pelvis/i,
    /leftleg|lowerleg|calf|shin/i,
    /shoulder|clavicle/i,
    /(left|l).*foot|foot.*l/i,
    /(left|l).*(toe|ball)/i,
  ].map((pattern) => joint(root, pattern));
  const mixer = new THREE.AnimationMixer(model.scene);
  const action = mixer.clipAction(clip).play();
  return {
    root,
    hips: (bone) => /hips|pelvis/i.test(bone.name),
    chest: (bone) => /spine2|spine_?03|upperchest|chest/i.test(bone.name),
    waist: hips.y + 0.08,
    knee: knee.y,
    shoulder: shoulder.y,
    back: toe.z > foot.z ? -1 : 1,
    speed: 1.3,
    pose(seconds) {
      action.setEffectiveWeight(Math.min(1, seconds / FADE));
      mixer.setTime(seconds);
    },
  };
}

// ---- figures of rigid parts

/** The blocky player of skinview3d, 1.8 m high. Its own cape and the second skin around it are left out. */
async function loadPlayer() {
  const from = pathToFileURL(join(unpack('skinview3d@3.4.2'), 'libs/'));
  const { PlayerObject } = await import(new URL('model.js', from));
  const { WalkingAnimation } = await import(new URL('animation.js', from));
  const player = new PlayerObject();
  player.skin.setOuterLayerVisible(false);
  player.cape.visible = false;
  const root = new THREE.Group().add(player);
  const unit = 1.8 / 32;
  player.scale.setScalar(unit);
  player.position.y = 16 * unit;
  const animation = new WalkingAnimation();
  const pose = (seconds) => {
    animation.progress = seconds;
    animation.animate(player, 0);
  };
  pose(0);
  root.updateMatrixWorld(true);
  const trunk = (mesh) => mesh === player.skin.body.innerLayer;
  // the arms hang down to the hips, so the skirt begins below them
  return {
    root,
    hips: trunk,
    chest: trunk,
    waist: 11 * unit,
    gap: 0.03, // for the thighs, whose joints lie above it
    knee: 6 * unit,
    shoulder: 23.5 * unit,
    back: -1,
    speed: 1.3,
    pose,
  };
}

/** The creature of strata, 1.7 m high, with its tail. Its fur is drawn in shells, which are no shape of its own. */
async function loadCreature() {
  const at = unpack('@strata-game-library/core@1.4.12');
  const file = join(at, 'presets-characters.mjs');
  await build({
    entryPoints: [join(at, 'dist/presets/characters/index.js')],
    outfile: file,
    bundle: true,
    format: 'esm',
    external: ['three'],
    logLevel: 'silent',
  });
  const { createCharacter, animateCharacter } = await import(pathToFileURL(file));
  const creature = createCharacter();
  creature.root.traverse((each) => (each.visible &&= !each.userData.isFurGroup));
  const pose = (seconds) => {
    creature.state.speed = 0.5 * creature.state.maxSpeed * Math.min(1, seconds / FADE);
    animateCharacter(creature, seconds);
  };
  const root = new THREE.Group().add(creature.root);
  root.updateMatrixWorld(true);
  const { hips, torso } = creature.joints;
  return {
    root,
    hips: (mesh) => mesh === hips.mesh,
    chest: (mesh) => mesh === torso.mesh,
    waist: 0.62,
    knee: 0.2,
    shoulder: 1.3,
    back: -1,
    speed: 1,
    pose,
  };
}
