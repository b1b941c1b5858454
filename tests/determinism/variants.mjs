// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Every way to run the core that must give the same bits. A variant takes scenes `{ name, file, steps }` and
// returns their hashes; the native ones also take `settings`, methods and parameters as the command line has them.
import { execFile, execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runInChromium, runInFirefox } from './browsers.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** Every kind of phase, but neither walks nor much cloth: what a short run has of builds that are slow for their flags. */
const LEAST = ['free-fall', 'incline', 'cantilever', 'convex-solids', 'tape'];

/** And of another compiler. */
const SHORT = [...LEAST, 'table-cloth', 'walk-tshirt'];

/**
 * Steps of a short run where builds are so slow that whole scenes take most of a minute: cloth lies on all solids by
 * then. They are compared with what native gcc has after as many, whose whole run is compared with the golden.
 */
const BRIEF_STEPS = { 'convex-solids': 30 };

/** By name, in the order of the table. `brief` names the scenes of a short run, `briefSteps` fewer steps of some. */
export const variants = {
  'native gcc': native('build/native'),
  // The module is made by clang, so a short run has code of both compilers without it.
  'native clang': { ...built('clang', ['-DCMAKE_C_COMPILER=clang']), brief: [] },
  // Scalar code, the other compiler's and two engines also bring out what an optimiser does, and take less.
  'native -O0': {
    ...built('unoptimised', ['-DCMAKE_BUILD_TYPE=Debug', '-DCMAKE_C_FLAGS_DEBUG=-O0 -DNDEBUG']),
    brief: [],
  },
  'native scalar': {
    ...built('scalar', ['-DWEFT_SIMD=OFF']),
    brief: LEAST,
    briefSteps: BRIEF_STEPS,
  },
  'wasm node': { run: (scenes) => runInNode(scenes, 1) },
  // Chromium's engine is that of Node; Firefox has another.
  'wasm chromium': { run: (scenes) => runInChromium(scenes, 1), brief: LEAST },
  'wasm firefox': { run: (scenes) => runInFirefox(scenes, 1), brief: SHORT },
  ...withThreads('native', [2, 4, 8], [4], (threads) => native('build/native', threads).run),
  ...withThreads('wasm node', [2, 4, 8], [4], (threads) => (scenes) => runInNode(scenes, threads)),
  ...withThreads('wasm chromium', [2, 4], [2], (threads) => (scenes) => {
    return runInChromium(scenes, threads);
  }),
  ...withThreads('wasm firefox', [2, 4], [2], (threads) => (scenes) => {
    return runInFirefox(scenes, threads);
  }),
};

/** Variants with threads; `brief`: the counts of which a short run has one garment. */
function withThreads(name, counts, brief, runWith) {
  return Object.fromEntries(
    counts.map((threads) => [
      `${name} ${threads} threads`,
      { brief: brief.includes(threads) ? ['walk-tshirt'] : [], run: runWith(threads) },
    ]),
  );
}

function native(folder, threads = 1) {
  return {
    run: async (scenes) => {
      const hashes = [];
      for (const { file, steps, settings = [] } of scenes) {
        const words = [file, '--steps', String(steps), '--threads', String(threads)];
        for (const setting of settings) {
          words.push(/\..*=/.test(setting) ? '--set' : '--method', setting);
        }
        const program = `${root}${folder}/wasm_bindings/weft_native`;
        const { stdout } = await run(program, words, { maxBuffer: 1 << 28 });
        hashes.push(JSON.parse(stdout.trimEnd().split('\n').at(-1)).hash);
      }
      return hashes;
    },
  };
}

/** A build of its own; a run brings it up to date first. */
function built(name, options) {
  const folder = `build/variants/${name}`;
  const build = () => {
    const common = [
      '-S',
      root,
      '-B',
      root + folder,
      '-G',
      'Ninja',
      '-DWEFT_TESTS=OFF',
      '-DWEFT_LAB=ON',
    ];
    const release = options.some((option) => option.includes('BUILD_TYPE'))
      ? []
      : ['-DCMAKE_BUILD_TYPE=Release'];
    execFileSync('cmake', [...common, ...release, ...options], { stdio: 'pipe' });
    execFileSync('cmake', ['--build', root + folder, '--target', 'weft_native'], { stdio: 'pipe' });
  };
  return {
    build,
    run: (scenes) => {
      build();
      return native(folder).run(scenes);
    },
  };
}

async function runInNode(scenes, threads) {
  const { Weft } = await import('weft-cloth');
  const hashes = [];
  for (const { file, steps } of scenes) {
    const weft = await Weft.load({ threads });
    const world = weft.loadScene(await readFile(file));
    if (world.threadCount !== threads) {
      throw new Error(`${world.threadCount} threads: ${weft.threadsNote}`);
    }
    for (let step = 0; step < steps; ++step) {
      world.step();
    }
    hashes.push(world.hash());
    weft.dispose();
  }
  return hashes;
}
