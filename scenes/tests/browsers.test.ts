// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The cook in browsers: the same bytes as in Node, under a content policy without eval. Left out where a browser is
// not installed. Chromium computes as Node does: without `WEFT_WHOLE=1` it cooks a scene of every kind.
import { build } from 'esbuild';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import puppeteer from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, launchChromium } from '../../scripts/chromium.mjs';
import { avatarBytes } from './avatar_asset.js';
import { readScene, SCENE_NAMES } from './helpers/scenes.js';
import { whole } from './helpers/whole.js';

const FIREFOX = '/usr/bin/firefox';
const golden = JSON.parse(
  readFileSync(new URL('golden_scenes.json', import.meta.url), 'utf8'),
) as Record<string, string>;
const scenes = SCENE_NAMES.map(readScene);
const FEW = ['bezier-surface', 'convex-moving', 'cusick', 'twist', 'walk-trousers'];
const some = whole ? scenes : FEW.map(readScene);

const PAGE = `
  import { buildAvatar, loadAvatarAsset } from './src/avatar/index.js';
  import { cook } from './src/cook/cook.js';
  globalThis.hashes = async (scenes) => {
    const asset = await loadAvatarAsset(await (await fetch('avatar.bin')).arrayBuffer());
    const built = {};
    const avatar = (name) => (built[name] ??= buildAvatar(asset, name));
    return Object.fromEntries(scenes.map((s) => [s.name, cook(s, { avatar }).info.hash]));
  };`;

let server: Server;
let url: string;

beforeAll(async () => {
  const bundle = await build({
    stdin: { contents: PAGE, resolveDir: new URL('..', import.meta.url).pathname },
    bundle: true,
    format: 'esm',
    write: false,
  });
  const files: Record<string, [type: string, body: string | Uint8Array]> = {
    '/': ['text/html', '<!doctype html><script type="module" src="page.js"></script>'],
    '/page.js': ['text/javascript', bundle.outputFiles[0].text],
    '/avatar.bin': ['application/octet-stream', new Uint8Array(avatarBytes())],
  };
  server = createServer(({ url: path }, response) => {
    const file = files[path ?? ''];
    const headers = { 'content-security-policy': "script-src 'self'" };
    response.writeHead(file ? 200 : 404, file && { ...headers, 'content-type': file[0] });
    response.end(file?.[1]);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(() => server.close());

/** Runs in the page. */
const cookAll = (list: unknown) =>
  (globalThis as unknown as { hashes: (s: unknown) => Promise<unknown> }).hashes(list);
const ready = 'globalThis.hashes';

describe('cooked bytes are the same', () => {
  it.skipIf(!existsSync(CHROMIUM))('in Chromium', { timeout: 120000 }, async () => {
    const browser = await launchChromium();
    const page = await browser.newPage();
    await page.goto(url);
    await page.waitForFunction(ready);
    const found = await page.evaluate(cookAll, some);
    await browser.close();
    const expected = Object.fromEntries(some.map(({ name }) => [name, golden[name]]));
    expect(found).toEqual(expected);
  });

  it.skipIf(!existsSync(FIREFOX))('in Firefox', { timeout: 120000 }, async () => {
    const browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX });
    const page = await browser.newPage();
    await page.goto(url);
    await page.waitForFunction(ready);
    const found = await page.evaluate(cookAll, scenes as never);
    await browser.close();
    expect(found).toEqual(golden);
  });
});
