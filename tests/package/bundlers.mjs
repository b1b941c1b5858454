// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The README's example, as it stands, through every bundler: each builds a fresh folder and serves it, and the page's
// hash is to be that of Node. Bundlers other than those that the repository builds with are in bundlers/package.json.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freshFolder, readmeExample, ROOT, runIn } from './fresh.mjs';
import { hashOfPage, POLICY, serve } from './page.mjs';

const HERE = join(ROOT, 'tests/package/bundlers');
const CSP = { 'content-security-policy': POLICY };
/** Where the worker is a copy in the code. */
const CSP_OF_COPY = { 'content-security-policy': `${POLICY}; worker-src blob:` };

/** What the server of a bundle says whose scripts of workers are copies in the code. */
const headersOf = (worker) => ({
  ...(worker === 'remote' || worker === 'threads' ? CSP_OF_COPY : CSP),
  ...(worker === 'threads' && ISOLATED),
});

/** A page whose only script is a file. */
export const html = (script) =>
  `<!doctype html><meta charset="utf-8"><script type="module" src="${script}"></script>\n`;
const WORKER_PAGE = `const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => console.log(data);
worker.onerror = (event) => console.error(event.message);
`;
/** The table of the package's README names the versions that are tried here. */
function checkTable() {
  const readme = readFileSync(join(ROOT, 'wasm_bindings/README.md'), 'utf8');
  const { devDependencies } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8'));
  const own = ['vite', 'esbuild', 'typescript'].map((name) => {
    const path = join(ROOT, 'node_modules', name, 'package.json');
    return [name, JSON.parse(readFileSync(path, 'utf8')).version];
  });
  for (const [name, version] of [...Object.entries(devDependencies), ...own]) {
    const tool = /^(vite|webpack|rollup|esbuild|typescript)/.exec(name)?.[0];
    const row = tool && new RegExp(`^\\| ${tool} .*`, 'im').exec(readme)?.[0];
    assert.ok(!tool || row?.includes(/[\d.]+$/.exec(version)[0]), `${name} ${version}: ${row}`);
  }
}

/** The example in a worker: what it prints goes to the page. */
const workerExample = () => readmeExample().replaceAll('console.log(', 'postMessage(');

/** The bundlers that the repository does not build with, installed once from their lock file. */
export async function installBundlers() {
  if (!existsSync(join(HERE, 'node_modules/webpack'))) {
    // not ci: of a package under another name npm 11 writes a lock file that its own ci refuses
    await runIn(HERE, 'npm', ['install', '--no-audit', '--no-fund', '--silent']);
  }
}

async function importTool(name) {
  const own = join(HERE, 'node_modules', name);
  if (!existsSync(own)) return import(name);
  const { exports, main, module } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
  const dot = exports?.['.'] ?? exports;
  const entry = dot?.import?.default ?? dot?.import ?? dot?.default ?? module ?? main;
  return typeof entry === 'string'
    ? import(pathToFileURL(join(own, entry)).href)
    : createRequire(join(HERE, 'package.json'))(name);
}

/** The example with the simulator in a worker: every verb is awaited. */
const remoteExample = () =>
  readmeExample()
    .replace(
      '(await Weft.load()).createWorld()',
      'await (await Weft.load({ worker: true })).createWorld()',
    )
    .replace(/(?<!await )world\.(addBody|addCloth|step|hash)\(/g, 'await world.$1(');

/** The example in two threads, which it is to have. */
const threadExample = () =>
  readmeExample()
    .replace(
      'console.log(world.hash()',
      "if (world.threadCount !== 2) throw new Error('one thread');\nconsole.log(world.hash()",
    )
    .replace('Weft.load()', 'Weft.load({ threads: 2 })');
/** What a page needs to share memory. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/** `worker`: true for all of the example in one, 'remote' for the simulator alone, 'threads' for those that help it. */
const EXAMPLES = { remote: remoteExample, threads: threadExample };
const example = (worker) =>
  worker === true
    ? { 'main.js': WORKER_PAGE, 'worker.js': workerExample() }
    : { 'main.js': (EXAMPLES[worker] ?? readmeExample)() };

/** Serves a folder and expects the hash there. */
async function expectHash(folder, expected, headers = CSP) {
  const server = await serve(folder, headers);
  try {
    assert.equal(await hashOfPage(server.url), expected);
  } finally {
    server.close();
  }
}

async function esbuild({ installed, expected, name, worker, options }) {
  const tool = await importTool('esbuild');
  const folder = freshFolder(installed, name, {
    ...example(worker),
    'out/index.html': html('./main.js'),
  });
  const { warnings } = await tool.build({
    absWorkingDir: folder,
    entryPoints: worker === true ? ['main.js', 'worker.js'] : ['main.js'],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    outdir: 'out',
    logLevel: 'silent',
    ...options,
  });
  assert.deepEqual(warnings, []);
  await expectHash(join(folder, 'out'), expected, headersOf(worker));
}

async function rollup({ installed, expected, name, worker }) {
  const [{ rollup }, { nodeResolve }] = [
    await importTool('rollup'),
    await importTool('@rollup/plugin-node-resolve'),
  ];
  const folder = freshFolder(installed, name, {
    ...example(worker),
    'out/index.html': html('./main.js'),
  });
  const warnings = [];
  const bundle = await rollup({
    input: join(folder, 'main.js'),
    plugins: [nodeResolve({ browser: true })],
    onwarn: (warning) => warnings.push(warning.message),
  });
  await bundle.write({ dir: join(folder, 'out'), format: 'es' });
  assert.deepEqual(warnings, []);
  await expectHash(join(folder, 'out'), expected, headersOf(worker));
}

async function webpack({ installed, expected, name, worker, mode }) {
  const { default: tool } = await importTool('webpack');
  const folder = freshFolder(installed, name, {
    ...example(worker),
    'dist/index.html': html('./main.js'),
  });
  const stats = await new Promise((resolve, reject) => {
    // The package's README says that the module is larger than what webpack recommends.
    const performance = { maxAssetSize: 400_000 };
    const config = { mode, context: folder, entry: './main.js', devtool: false, performance };
    tool({ ...config, output: { path: join(folder, 'dist') } }, (error, done) =>
      error ? reject(error) : resolve(done),
    );
  });
  const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
  assert.deepEqual(
    errors.map((e) => e.message),
    [],
  );
  assert.deepEqual(
    warnings.map((w) => `${w.moduleName ?? ''} ${w.loc ?? ''} ${w.message}`),
    [],
  );
  await expectHash(join(folder, 'dist'), expected, {
    ...CSP,
    ...(worker === 'threads' && ISOLATED),
  });
}

/** The development server as it comes, and the built page under the policy. */
async function vite({ installed, expected, name, tool: toolName, worker, how }) {
  const tool = await importTool(toolName);
  const folder = freshFolder(installed, name, {
    ...example(worker),
    'index.html': html('/main.js'),
  });
  const config = { root: folder, configFile: false, logLevel: 'error', clearScreen: false };
  if (how === 'dev') {
    const server = await tool.createServer({ ...config, server: { host: '127.0.0.1', port: 0 } });
    await server.listen();
    try {
      assert.equal(await hashOfPage(server.resolvedUrls.local[0]), expected);
    } finally {
      await server.close();
    }
    return;
  }
  // Top-level await, as the example has it, is younger than the default target of versions 5 and 6.
  await tool.build({ ...config, build: { target: 'es2022' }, worker: { format: 'es' } });
  const built = readdirSync(join(folder, 'dist/assets'));
  assert.ok(
    built.some((f) => f.endsWith('.wasm')),
    'the module is a file of its own',
  );
  await expectHash(join(folder, 'dist'), expected, {
    ...CSP,
    ...(worker === 'threads' && ISOLATED),
  });
}

const viteCases = (tool, quick) =>
  ['dev', 'build'].map((how) => ({
    name: `${tool} ${how}`,
    quick,
    run: (context) => vite({ ...context, name: `${tool} ${how}`, tool, how }),
  }));

const INLINE = (text) => text.replace("'weft-cloth'", "'weft-cloth/inline'");

export const bundlerCases = [
  { name: 'the table of bundlers in the README', quick: true, run: checkTable },
  {
    name: 'esbuild',
    quick: true,
    run: (context) => esbuild({ ...context, name: 'esbuild' }),
  },
  {
    name: 'esbuild splitting, minified',
    run: (context) =>
      esbuild({ ...context, name: 'esbuild-split', options: { splitting: true, minify: true } }),
  },
  {
    name: 'esbuild worker',
    run: (context) => esbuild({ ...context, name: 'esbuild-worker', worker: true }),
  },
  {
    name: 'esbuild, simulator in a worker',
    run: (context) => esbuild({ ...context, name: 'esbuild-remote', worker: 'remote' }),
  },
  { name: 'rollup', run: (context) => rollup({ ...context, name: 'rollup' }) },
  {
    name: 'rollup, simulator in a worker',
    run: (context) => rollup({ ...context, name: 'rollup-remote', worker: 'remote' }),
  },
  {
    name: 'esbuild, threads',
    quick: true,
    run: (context) => esbuild({ ...context, name: 'esbuild-threads', worker: 'threads' }),
  },
  {
    name: 'rollup, threads',
    run: (context) => rollup({ ...context, name: 'rollup-threads', worker: 'threads' }),
  },
  ...['production', 'development'].map((mode) => ({
    name: `webpack ${mode}`,
    run: (context) => webpack({ ...context, name: `webpack-${mode}`, mode }),
  })),
  {
    name: 'webpack worker',
    run: (context) =>
      webpack({ ...context, name: 'webpack-worker', mode: 'production', worker: true }),
  },
  ...['production', 'development'].map((mode) => ({
    name: `webpack ${mode}, simulator in a worker`,
    run: (context) =>
      webpack({ ...context, name: `webpack-remote-${mode}`, mode, worker: 'remote' }),
  })),
  ...['vite-5', 'vite-6', 'vite-7', 'vite'].flatMap((tool) =>
    ['dev', 'build'].map((how) => ({
      name: `${tool} ${how}, simulator in a worker`,
      run: (context) =>
        vite({ ...context, name: `${tool}-remote-${how}`, tool, how, worker: 'remote' }),
    })),
  ),
  ...['vite-5', 'vite-6', 'vite-7'].flatMap((tool) => viteCases(tool, false)),
  ...viteCases('vite', true),
  {
    name: 'vite worker',
    run: (context) =>
      vite({ ...context, name: 'vite-worker', tool: 'vite', how: 'build', worker: true }),
  },
  {
    name: 'vite build, threads',
    quick: true,
    run: (context) =>
      vite({ ...context, name: 'vite-threads', tool: 'vite', how: 'build', worker: 'threads' }),
  },
  ...['vite-5', 'vite-6', 'vite-7'].map((tool) => ({
    name: `${tool} build, threads`,
    run: (context) =>
      vite({ ...context, name: `${tool}-threads`, tool, how: 'build', worker: 'threads' }),
  })),
  {
    name: 'webpack production, threads',
    run: (context) =>
      webpack({ ...context, name: 'webpack-threads', mode: 'production', worker: 'threads' }),
  },
  {
    name: 'esbuild, one file, inlined module',
    quick: true,
    async run({ installed, expected }) {
      const tool = await importTool('esbuild');
      const text = `(async () => {${INLINE(readmeExample()).replace(/^import (\{.*\}) from (.*);$/gm, 'const $1 = await import($2);')}})();`;
      const folder = freshFolder(installed, 'inline', {
        'main.js': text,
        'out/index.html': html('./main.js'),
      });
      await tool.build({
        absWorkingDir: folder,
        entryPoints: ['main.js'],
        bundle: true,
        format: 'iife',
        outdir: 'out',
        logLevel: 'silent',
      });
      assert.deepEqual(readdirSync(join(folder, 'out')).sort(), ['index.html', 'main.js']);
      await expectHash(join(folder, 'out'), expected);
    },
  },
  {
    name: 'import map, plain server',
    quick: true,
    async run({ installed, expected }) {
      const imports = {
        three: './node_modules/three/build/three.module.js',
        'weft-cloth': './node_modules/weft-cloth/dist/main.js',
        'weft-cloth/three': './node_modules/weft-cloth/dist/three/index.js',
      };
      const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`;
      const page = html('./main.js').replace('<script', `${map}<script`);
      const folder = freshFolder(installed, 'import-map', { ...example(), 'index.html': page });
      await expectHash(folder, expected, {});
    },
  },
];
