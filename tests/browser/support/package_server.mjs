// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Hands out the built package and three.js as any plain server would, and a page that finds them by an import map.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const folders = {
  '/dist/': fileURLToPath(new URL('../../../wasm_bindings/dist/', import.meta.url)),
  '/three/': fileURLToPath(new URL('../../../node_modules/three/build/', import.meta.url)),
};
const types = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };
const imports = {
  three: '/three/three.module.js',
  'weft-cloth': '/dist/main.js',
  'weft-cloth/three': '/dist/three/index.js',
};
const page = `<!doctype html><title>weft</title><link rel="icon" href="data:,"><script type="importmap">${JSON.stringify({ imports })}</script>`;

/** Serves on a free port; `lost` names a path that is not there. */
export async function servePackage(lost = '') {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, 'http://localhost').pathname);
    try {
      const bytes = path === '/' ? page : await readFile(fileOf(path, lost));
      response.setHeader('content-type', types[extname(path) || '.html'] ?? 'text/plain');
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

function fileOf(path, lost) {
  const folder = Object.keys(folders).find((start) => path.startsWith(start));
  if (!folder || path === lost) throw new Error(`${path} is not there`);
  return folders[folder] + path.slice(folder.length);
}
