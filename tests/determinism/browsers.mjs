// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The package in real browsers: a small server hands out the built package and the cooked scenes, a page loads
// them as any page would, and answers with the hashes.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../wasm_bindings/dist', import.meta.url));
const scenesFolder = fileURLToPath(new URL('../../build/determinism', import.meta.url));
const types = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };

/** Hashes of the scenes, from wasm in Chromium. */
export async function runInChromium(scenes, threads) {
  const { launchChromium } = await import('../../scripts/chromium.mjs');
  return inPage(launchChromium, scenes, threads);
}

/** Hashes of the scenes, from wasm in Firefox. */
export async function runInFirefox(scenes, threads) {
  const puppeteer = await import('puppeteer-core');
  const options = { browser: 'firefox', executablePath: '/usr/bin/firefox-esr', headless: true };
  return inPage(() => puppeteer.launch(options), scenes, threads);
}

async function inPage(launch, scenes, threads) {
  const server = await serve(threads > 1);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const hashes = [];
    for (const [i, { name, steps }] of scenes.entries()) {
      const inWorker = i % 2 === 1; // in turns: on the page, in a worker of the package
      hashes.push(await page.evaluate(hashInPage, [name, steps, inWorker, threads]));
    }
    return hashes;
  } finally {
    await browser.close();
    server.close();
  }
}

// Runs inside the page. It yields now and then, so that the browser does not call the page unresponsive.
async function hashInPage([name, steps, inWorker, threads]) {
  const { Weft } = await import('/dist/main.js');
  const bytes = await (await fetch(`/scenes/${name}.weft`)).arrayBuffer();
  const weft = await Weft.load({ worker: inWorker, threads });
  const world = await weft.loadScene(bytes);
  if (world.threadCount !== threads) {
    throw new Error(`${world.threadCount} threads: ${weft.threadsNote}`);
  }
  for (let step = 0; step < steps; ++step) {
    await world.step();
    if (step % 20 === 0) {
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  const hash = await world.hash();
  weft.dispose();
  return hash;
}

// A page may share memory only where these headers isolate it from other origins.
const ISOLATING = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

async function serve(isolated) {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, 'http://localhost').pathname);
    try {
      const bytes =
        path === '/' ? '<!doctype html><title>weft</title>' : await readFile(file(path));
      response.setHeader(
        'content-type',
        types[extname(path) || '.html'] ?? 'application/octet-stream',
      );
      Object.entries(isolated ? ISOLATING : {}).forEach((pair) => response.setHeader(...pair));
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function file(path) {
  return path.startsWith('/dist/') ? dist + path.slice(5) : scenesFolder + path.slice(7);
}
