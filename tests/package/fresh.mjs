// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a stranger has: the packed packages, and an empty folder that they are installed in. Every case gets a copy of
// that folder for itself.
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Outside of the repository, so that nothing of it is found by accident. */
export const SCRATCH = mkdtempSync(join(tmpdir(), 'weft-package-'));
export const removeScratch = () => rmSync(SCRATCH, { recursive: true, force: true });

const run = promisify(execFile);
const { version: THREE } = JSON.parse(
  readFileSync(join(ROOT, 'node_modules/three/package.json'), 'utf8'),
);

/** Runs a program without the variables that npm sets for its scripts; answers with what it said, or throws with it. */
export async function runIn(folder, program, words, limit = 300_000) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$/i.test(name)),
  );
  try {
    const { stdout } = await run(program, words, {
      cwd: folder,
      env,
      timeout: limit,
      maxBuffer: 64e6,
    });
    return stdout;
  } catch (error) {
    throw new Error(`${program} ${words.join(' ')}\n${error.stdout ?? ''}${error.stderr ?? error}`);
  }
}

/** The tarballs, by package. */
export function pack() {
  const folder = join(SCRATCH, 'tarballs');
  mkdirSync(folder);
  const words = ['pack', '--json', '--pack-destination', folder];
  const names = ['weft-cloth', 'weft-scenes'];
  const out = execFileSync('npm', [...words, ...names.flatMap((n) => ['--workspace', n])], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const packed = Object.values(JSON.parse(out.slice(out.search(/^[[{]/m))));
  return Object.fromEntries(packed.map((p) => [p.name, join(folder, p.filename)]));
}

const NPM = ['--no-audit', '--no-fund', '--prefer-offline', '--silent'];

/** Installs the tarballs, with three or another version of it, in an empty folder. */
export async function install(tarballs, three = THREE) {
  const folder = join(SCRATCH, `installed-three-${three}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const words = ['install', ...NPM, ...Object.values(tarballs), `three@${three}`];
  await runIn(folder, 'npm', words);
  return folder;
}

/** A fresh copy of the installed folder with files in it: { 'main.js': text }. */
export function freshFolder(installed, name, files = {}) {
  const folder = join(SCRATCH, name.replace(/[^\w.-]+/g, '-'));
  cpSync(installed, folder, { recursive: true, verbatimSymlinks: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** The first JavaScript of the README, as it stands. */
export function readmeExample() {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  return /```js\n([\s\S]*?)```/.exec(readme)[1];
}
