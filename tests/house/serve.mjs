// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// `./run.sh` as the README gives it: it says where the page is, and what the page loads is there, with the headers that
// let it share memory. In a tree that is built that takes seconds; in a fresh one it builds first.
//
//     node tests/house/serve.mjs     the last line is `N passed, N failed`
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const TREE = fileURLToPath(new URL('../..', import.meta.url));
const LIMIT_MS = 1_200_000;

/** Starts the script in a process group of its own; resolves with the address that it prints. */
function serve() {
  const script = spawn('./run.sh', {
    cwd: TREE,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const address = new Promise((resolve, reject) => {
    let said = '';
    const read = (bytes) => {
      said += stripVTControlCharacters(bytes.toString());
      const found = /http:\/\/localhost:\d+\//.exec(said);
      if (found) resolve(found[0]);
    };
    script.stdout.on('data', read);
    script.stderr.on('data', read);
    script.on('error', reject);
    script.on('exit', (code) =>
      reject(new Error(`./run.sh ended with ${code}: ${said.slice(-2000)}`)),
    );
    setTimeout(
      () => reject(new Error(`./run.sh says no address: ${said.slice(-2000)}`)),
      LIMIT_MS,
    ).unref();
  });
  const stop = () => script.exitCode === null && process.kill(-script.pid, 'SIGTERM');
  return { address, stop };
}

async function get(address) {
  const response = await fetch(address);
  assert.equal(response.status, 200, address);
  return response;
}

/** The scripts and styles that a page names. */
function loadedBy(html) {
  return [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, path]) => path);
}

async function checkPage(address) {
  const page = await get(address);
  assert.equal(page.headers.get('cross-origin-opener-policy'), 'same-origin');
  assert.equal(page.headers.get('cross-origin-embedder-policy'), 'require-corp');
  const paths = loadedBy(await page.text());
  assert.ok(paths.length > 0, 'the page names no script');
  for (const path of paths) {
    const { headers } = await get(new URL(path, address));
    assert.match(headers.get('content-type'), /javascript|css/, path);
  }
}

const server = serve();
let failed = 0;
try {
  await checkPage(await server.address);
} catch (error) {
  failed = 1;
  console.error(error);
} finally {
  server.stop();
}
console.log(`${1 - failed} passed, ${failed} failed`);
process.exit(failed);
