// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Every example page in Chromium and in Firefox, with a picture each:
//
//     node tests/examples/run.mjs                  all, pictures in build/examples
//     node tests/examples/run.mjs flag             those whose name has the word
//     node tests/examples/run.mjs --firefox        in one of the two browsers
//     node tests/examples/run.mjs --index          Chromium's pictures become those of the index page
//
// The pages are to be built. With the packages xvfb and libgl1-mesa-dri Firefox draws, too; a browser without WebGL
// computes all the same, and the page says that it draws nothing.
// The last line is `N passed, N failed`.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '../../scripts/chromium.mjs';
import { startServer } from '../browser/support/pages.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OUT = `${ROOT}build/examples/`;
const INDEX = `${ROOT}web/examples/pictures/`;
const SIZE = { width: 1100, height: 480 };
/** How long a page runs before its picture, pictures of its own and ms; a software renderer draws slowly. */
const FRAMES = 60;
const SETTLE = 6000;
const LIMIT = 180_000;

const forIndex = process.argv.includes('--index');
const only = process.argv.find((word) => /^--(chromium|firefox)$/.test(word))?.slice(2);
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const names = readdirSync(`${ROOT}web/dist/examples`)
  .filter((file) => file.endsWith('.html') && file !== 'index.html')
  .map((file) => file.replace('.html', ''))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)));

/** A screen of the program's own, where there is Xvfb; answers with its name and how to end it. */
async function openScreen() {
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x720x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const name = await new Promise((resolve) => {
    child.on('error', () => resolve(undefined));
    child.on('exit', () => resolve(undefined));
    child.stdout.once('data', (number) => resolve(`:${String(number).trim()}`));
  });
  return { name, close: () => child.kill() };
}

/**
 * Firefox without a window has no WebGL on a machine without a graphics card; in a window on a screen of its own it
 * draws in software, by Mesa.
 */
async function launchFirefox() {
  const { launch } = await import('puppeteer-core');
  const screen = await openScreen();
  const browser = await launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    headless: screen.name === undefined,
    args: ['--width=1200', '--height=700'],
    env: { ...process.env, DISPLAY: screen.name, LIBGL_ALWAYS_SOFTWARE: '1' },
    extraPrefsFirefox: { 'webgl.force-enabled': true, 'webgl.disabled': false },
  });
  const close = async () => {
    await browser.close();
    screen.close();
  };
  return { newPage: () => browser.newPage(), close };
}

/** Opens a page, lets it run, takes its picture; answers with what the page says of itself. */
async function visit(browser, kind, url, name) {
  const page = await browser.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (m) => {
    if (m.type() === 'error' && !/WebGL/i.test(m.text())) errors.push(m.text());
  });
  try {
    await (page.setViewport?.(SIZE) ?? page.setViewportSize(SIZE));
    await page.goto(`${url}examples/${name}.html`);
    const started = performance.now();
    for (;;) {
      const frames = await page.evaluate(
        () => +(document.querySelector('#stage').dataset.frames ?? 0),
      );
      const spent = performance.now() - started;
      if (frames >= FRAMES && spent > SETTLE) break;
      if (kind === 'firefox' && (await saysWhy(page, /which .* needs/))) break;
      assert.deepEqual(errors, []);
      assert.ok(spent < LIMIT, `${frames} frames in ${(LIMIT / 1000).toFixed(0)} s`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    await page.screenshot({ path: `${OUT}${kind}-${name}.png` });
    if (forIndex) await indexPicture(page, name);
    assert.deepEqual(errors, []);
    return await page.evaluate(() => document.querySelector('#problem')?.textContent ?? '');
  } finally {
    await page.close();
  }
}

/** Whether the page says that it cannot start in a browser that draws nothing. */
async function saysWhy(page, reason) {
  const text = await page.evaluate(() => document.querySelector('#problem')?.textContent ?? '');
  return /no WebGL/.test(text) && reason.test(text);
}

/** The middle of the stage, four by three. */
async function indexPicture(page, name) {
  const { x, y, width, height } = await page.locator('#stage').boundingBox();
  const [w, h] = [Math.min(width, (4 / 3) * height), Math.min(height, (3 / 4) * width)];
  const clip = { x: x + (width - w) / 2, y: y + (height - h) / 2, width: w, height: h };
  mkdirSync(INDEX, { recursive: true });
  await page.screenshot({ path: `${INDEX}${name}.jpg`, type: 'jpeg', quality: 78, clip });
}

mkdirSync(OUT, { recursive: true });
const server = await startServer();
let [passed, failed] = [0, 0];
for (const [kind, launch] of Object.entries({ chromium: launchChromium, firefox: launchFirefox })) {
  if ((forIndex && kind === 'firefox') || (only && kind !== only)) continue;
  const browser = await launch();
  for (const name of names) {
    const start = performance.now();
    try {
      const problem = await visit(browser, kind, server.url, name);
      assert.ok(!problem || (kind === 'firefox' && /no WebGL/.test(problem)), problem);
      passed++;
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`ok    ${kind} ${name} (${seconds} s)${problem ? ': computed, not drawn' : ''}`);
    } catch (error) {
      failed++;
      console.log(`FAIL  ${kind} ${name}\n      ${String(error.stack ?? error)}`);
    }
  }
  await browser.close();
}
await server.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
