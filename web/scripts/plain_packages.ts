// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// For the example with an import map: puts what npm would unpack of three and weft-cloth beside the built page, and the
// style of the examples under a name of its own. The development server answers with the same files.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const STYLES = ['web/src/ui/theme.css', 'web/src/ui/prose.css', 'web/examples/example.css'];

/** Files by their address below examples/. */
function plainFiles(): Map<string, string[]> {
  const files = new Map<string, string[]>([['import_map.css', STYLES]]);
  for (const name of ['three.module.js', 'three.core.js']) {
    files.set(`packages/three/${name}`, [`node_modules/three/build/${name}`]);
  }
  const dist = 'wasm_bindings/dist/';
  for (const path of readdirSync(ROOT + dist, { recursive: true, encoding: 'utf8' })) {
    const isWanted = /\.js$|^weft\.wasm$/.test(path) && !path.startsWith('cli/');
    if (isWanted && statSync(ROOT + dist + path).isFile()) {
      files.set(`packages/weft-cloth/${path}`, [dist + path]);
    }
  }
  return files;
}

/** Files one after the other; what a style imports stands before it already. */
function read(paths: string[]): Buffer {
  if (paths.length === 1) return readFileSync(ROOT + paths[0]);
  const texts = paths.map((path) => readFileSync(ROOT + path, 'utf8'));
  return Buffer.from(texts.join('\n').replace(/^@import .*;$/gm, ''));
}

/** Ships and serves them. */
export function plainPackages(): Plugin {
  return {
    name: 'plain-packages',
    generateBundle() {
      for (const [name, paths] of plainFiles()) {
        this.emitFile({ type: 'asset', fileName: `examples/${name}`, source: read(paths) });
      }
    },
    configureServer(server) {
      server.middlewares.use('/examples/', (request, response, next) => {
        const name = new URL(request.url!, 'http://localhost').pathname.slice(1);
        const paths = plainFiles().get(name);
        if (!paths?.every((path) => existsSync(ROOT + path))) return next();
        const type = /wasm$/.test(name)
          ? 'application/wasm'
          : /css$/.test(name)
            ? 'text/css'
            : 'text/javascript';
        response.setHeader('content-type', type);
        response.end(read(paths));
      });
    },
  };
}
