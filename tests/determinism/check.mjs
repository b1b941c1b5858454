// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The same bits everywhere: runs each golden scene in every variant and compares the hash after its last step.
//
//     node tests/determinism/check.mjs [--only VARIANT]... [--scene NAME]... [--whole]
//     node tests/determinism/check.mjs --bless      writes the hashes of native gcc as the new goldens
//     node tests/determinism/check.mjs --build      builds what is built here and in a short run, and runs nothing
//
// It expects the presets native, wasm and wasm-threads and the packages to be built; it builds the other variants itself.
// Variants with threads run one garment, slow ones no long walks, clang and -O0 none, unless all is asked for (--whole, --only).
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { variants } from './variants.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const goldenFile = new URL('golden.json', import.meta.url);

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    scene: { type: 'string', multiple: true },
    bless: { type: 'boolean' },
    build: { type: 'boolean' },
    whole: { type: 'boolean' },
  },
});

if (options.build) {
  for (const { build, brief } of Object.values(variants)) {
    if (options.whole || brief?.length !== 0) build?.();
  }
  process.exit();
}
const goldens = JSON.parse(readFileSync(goldenFile, 'utf8'));
const scenes = cookScenes(options.scene ?? Object.keys(goldens));
process.exitCode = options.bless ? await bless() : await check();

function cookScenes(names) {
  const folder = `${root}build/determinism`;
  mkdirSync(folder, { recursive: true });
  return names.map((name) => {
    const file = `${folder}/${name}.weft`;
    const words = ['cook', `${root}scenes/${name}.json`, '-o', file];
    const command = [`${root}wasm_bindings/bin/weft.mjs`, ...words, '--json'];
    const said = JSON.parse(execFileSync('node', command, { encoding: 'utf8' }));
    return { name, file, cooked: said.hash, ...goldens[name] };
  });
}

async function bless() {
  const hashes = await variants['native gcc'].run(scenes);
  scenes.forEach(({ name, steps, cooked }, i) => {
    goldens[name] = { steps, content: cooked, hash: hashes[i] };
    console.log(`${name}: ${hashes[i]} after ${steps} steps`);
  });
  writeFileSync(goldenFile, `${JSON.stringify(goldens, null, 2)}\n`);
  return 0;
}

async function check() {
  let [passed, failed] = [0, 0];
  const width = Math.max(...scenes.map(({ name }) => name.length));
  for (const { name, content, cooked } of scenes) {
    if (content !== cooked) {
      console.log(
        `${name}: the cooked bytes are ${cooked}, not ${content}: the scene or its cook changed`,
      );
    }
  }
  for (const [name, variant] of Object.entries(variants)) {
    if (options.only && !options.only.includes(name)) {
      continue;
    }
    const chosen = options.whole || options.only ? scenes : await briefly(variant);
    if (chosen.length === 0) {
      continue;
    }
    const start = performance.now();
    const hashes = await runVariant(variant, chosen);
    console.log(`${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    chosen.forEach((scene, i) => {
      const same = hashes[i] === scene.hash;
      const verdict = same ? 'same' : `DIFFERS from the golden ${scene.hash}`;
      console.log(`  ${scene.name.padEnd(width)}  ${hashes[i]}  ${verdict}`);
      same ? ++passed : ++failed;
    });
  }
  if (failed > 0) {
    console.log(
      'When every variant agrees on another hash, the physics changed: bless it on purpose.',
    );
    console.log(
      'When only some differ, the rules of bit-equal code were broken: look there first.',
    );
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

async function briefly({ brief, briefSteps = {} }) {
  const chosen = brief ? scenes.filter(({ name }) => brief.includes(name)) : scenes;
  const shortened = chosen.filter(({ name }) => name in briefSteps);
  const short = shortened.map((scene) => ({ ...scene, steps: briefSteps[scene.name] }));
  const hashes = await variants['native gcc'].run(short);
  const brought = new Map(short.map((scene, i) => [scene.name, { ...scene, hash: hashes[i] }]));
  return chosen.map((scene) => brought.get(scene.name) ?? scene);
}

// A variant that does not even run fails for each scene, with its reason.
async function runVariant(variant, scenes) {
  try {
    return await variant.run(scenes);
  } catch (error) {
    console.log(`  did not run: ${error.stderr?.toString() || error.message}`);
    return scenes.map(() => '-'.repeat(16));
  }
}
