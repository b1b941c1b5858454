// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Puts the sources beside the built page, as the page says: one archive, the licence, and what comes from others. The
// archive is what the repository tracks; in a copy without one, everything that is not built or fetched.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { zipSync, type Zippable } from 'fflate';
import type { Plugin } from 'vite';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LEFT_OUT = new Set([
  ...['.git', '.cache', 'node_modules', 'build', 'dist'],
  ...['web/public/assets', 'docs/pictures'],
]);
/** The date of every file in the archive: equal sources give equal bytes. */
const DATE = '2026-01-01';
const EXECUTABLE = 0o100755;
const PLAIN = 0o100644;

/** All files below a folder of the repository. */
function filesIn(folder: string): string[] {
  return readdirSync(ROOT + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = folder + entry.name;
    if (LEFT_OUT.has(entry.name) || LEFT_OUT.has(path)) return [];
    if (entry.isDirectory()) return filesIn(`${path}/`);
    return entry.isFile() && !entry.name.endsWith('.tsbuildinfo') ? [path] : [];
  });
}

function sources(): string[] {
  if (!existsSync(`${ROOT}.git`)) return filesIn('');
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  return tracked
    .split('\0')
    .filter((path) => path && !path.startsWith('docs/pictures/') && existsSync(ROOT + path));
}

function archive(): Uint8Array {
  const files: Zippable = {};
  for (const path of sources().sort()) {
    const mode = path.endsWith('.sh') ? EXECUTABLE : PLAIN;
    files[`weft/${path}`] = [readFileSync(ROOT + path), { os: 3, attrs: mode << 16 }];
  }
  return zipSync(files, { level: 9, mtime: DATE });
}

/** Writes source/ into the built page. */
export function shipSources(): Plugin {
  return {
    name: 'ship-sources',
    apply: 'build',
    generateBundle() {
      const emit = (name: string, source: Uint8Array) =>
        this.emitFile({ type: 'asset', fileName: `source/${name}`, source });
      emit('weft-source.zip', archive());
      for (const name of ['LICENSE', 'NOTICE']) emit(`${name}.txt`, readFileSync(ROOT + name));
    },
  };
}
