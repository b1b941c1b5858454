// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Rigged characters that npm packages ship, none of them ours. Packages are packed by npm's own client into
// build/characters and checked against the hash below; nothing of them is part of this repository.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';

const folder = fileURLToPath(new URL('../../build/characters', import.meta.url));

const PACKAGES = {
  viverse: {
    name: '@pmndrs/viverse@0.2.20',
    hash: 'sha512-q35XwKUiyRgHO8zQnfABCU+3ku5abCk2PXH9pj9HWv7cPI7Gr8dc/FLGKDUv3Dikz9d+c4/pOKnRMggJ2EuS/g==',
  },
  threebox: {
    name: 'threebox-plugin@2.2.7',
    hash: 'sha512-H87Nm4w1PfisHPHzavTGXlwIoJpx2+QU57GooQYIhF51lsg+U5A0KGf3Jrv/HWsLCGOwV2BTnv7UTLfpO1EccQ==',
  },
};

/** The characters: file of the body, and of the walk where it is another; licences as the packages state them. */
export const CHARACTERS = {
  mannequin: {
    from: 'viverse',
    body: 'dist/assets/mannequin.js',
    walk: 'dist/assets/walk.js',
    licence: 'MIT (@pmndrs/viverse)',
  },
  soldier: {
    from: 'threebox',
    body: 'examples/models/Soldier.glb',
    licence: 'MIT (threebox-plugin); the model comes from Mixamo',
  },
};

function unpack({ name, hash }) {
  const to = join(folder, name.replace(/[^a-z0-9.]+/g, '-'));
  if (!existsSync(join(to, 'package'))) {
    mkdirSync(to, { recursive: true });
    execFileSync('npm', ['pack', name, '--silent', '--pack-destination', to], { stdio: 'pipe' });
    const [file] = readdirSync(to).filter((each) => each.endsWith('.tgz'));
    const found = `sha512-${createHash('sha512')
      .update(readFileSync(join(to, file)))
      .digest('base64')}`;
    if (found !== hash) {
      throw new Error(`${name} has the hash ${found}, not ${hash}`);
    }
    execFileSync('tar', ['xzf', join(to, file), '-C', to]);
  }
  return join(to, 'package');
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

/** A character at the origin with its walk: { root, clip }. */
export async function loadCharacter(name) {
  const { from, body, walk } = CHARACTERS[name];
  const at = unpack(PACKAGES[from]);
  const model = await loadModel(join(at, body));
  const animated = walk ? await loadModel(join(at, walk)) : model;
  const clip =
    animated.animations.find((each) => /^walk/i.test(each.name)) ?? animated.animations[0];
  return { root: model.scene, clip };
}
