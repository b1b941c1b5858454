// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// usage: tsx scripts/cook.ts SCENE.json [-o FILE]     cooks one scene and prints what it holds
import { readFileSync, writeFileSync } from 'node:fs';
import { AVATAR_FILE, buildAvatar, loadAvatarAsset } from '../src/avatar/index.js';
import { cook } from '../src/cook/cook.js';
import type { Scene } from '../src/scene.js';

const [input, flag, output] = process.argv.slice(2);
if (input === undefined || (flag !== undefined && (flag !== '-o' || output === undefined))) {
  console.error('usage: tsx scripts/cook.ts SCENE.json [-o FILE]');
  process.exit(2);
}
const scene = JSON.parse(readFileSync(input, 'utf8')) as Scene;
const start = performance.now();
const { bytes, info } = cook(scene, await resources(scene));
if (output !== undefined) writeFileSync(output, bytes);
const plain = (key: string, value: unknown) => (key === 'panel' ? undefined : value);
console.log(JSON.stringify(info, plain, 2));
console.log(`${bytes.length} bytes in ${(performance.now() - start).toFixed(0)} ms`);

async function resources({ bodies = [] }: Scene) {
  if (!bodies.some((b) => b.kind === 'avatar')) return {};
  const file = readFileSync(
    new URL(`../../web/public/assets/avatar/${AVATAR_FILE}`, import.meta.url),
  );
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
  const asset = await loadAvatarAsset(bytes as ArrayBuffer);
  return { avatar: (name: string) => buildAvatar(asset, name) };
}
