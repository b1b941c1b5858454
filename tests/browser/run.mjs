// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Tests of the built pages in a real Chromium with software WebGL. Each *.test.mjs beside this file exports an
// array `tests` of { name, whole?, run({ open, playing, linked, server, whole }) }. `open` gives a page of the test's own; `playing` one
// on which the first scene plays, and `linked` one on which a link has just been opened. Tests take these over from each
// other: to load a page, and to have software make its shaders, takes longer than most of them.
// `npm run test:browser -- word` runs those whose name has the word, `-- --whole` also those marked `whole`: pictures and
// states that others pass through in part. The last line is `N passed, N failed`.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '../../scripts/chromium.mjs';
import { openPage, startServer } from './support/pages.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const LIMIT = 120_000;
const PLAYING = /Playing, \d+ crossings/;
const whole = process.argv.includes('--whole');
const word = process.argv.slice(2).find((given) => given !== '--whole') ?? '';

const tests = [];
for (const file of readdirSync(HERE)
  .filter((f) => f.endsWith('.test.mjs'))
  .sort()) {
  const { tests: found } = await import(`./${file}`);
  tests.push(...found.filter((t) => t.name.includes(word) && (!t.whole || whole || word)));
}

const server = await startServer();
const browser = await launchChromium();
let [passed, failed] = [0, 0];
let shared = null;
let linkPage = null;

/** The page that tests share, seen as at first, playing; a new one where it does not come to play. */
async function playing() {
  if (shared) await resume().catch(forget);
  if (!shared) {
    shared = await openPage(browser, server);
    await shared.waitForStatus(PLAYING);
  }
  shared.errors.length = 0;
  return shared;
}

async function resume() {
  await shared.page.evaluate(() => document.activeElement?.blur());
  await shared.press('0');
  const play = shared.button('Play');
  if (await play.isVisible()) await play.click();
  await shared.waitForStatus(PLAYING, 15_000);
}

/** The page on which tests open links, seen as at first; a new one after a test failed. */
async function linked(fragment) {
  if (!linkPage) linkPage = await openPage(browser, server, { path: fragment });
  else await openLink(fragment);
  linkPage.errors.length = 0;
  return linkPage;
}

async function openLink(fragment) {
  const { page } = linkPage;
  await page.evaluate(() => document.activeElement?.blur());
  await linkPage.press('0');
  const close = page.locator('.notice button[aria-label=Close]');
  if (await close.isVisible()) await close.click();
  await page.evaluate((hash) => {
    history.replaceState(null, '', location.pathname);
    location.hash = hash;
  }, fragment);
}

async function forget() {
  await shared?.close();
  await linkPage?.close();
  shared = linkPage = null;
}

/** Has it leave the machine to others. */
async function rest() {
  for (const page of [shared, linkPage]) {
    const pause = page?.button('Pause');
    if (!(await pause?.isVisible())) continue;
    await pause.click();
    await page.button('Play').waitFor(); // who resumes it looks for that
  }
}

for (const test of tests) {
  const start = performance.now();
  const pages = [];
  const open = async (options) => {
    const page = await openPage(browser, server, options);
    pages.push(page);
    return page;
  };
  try {
    await withLimit(
      test.run({ open, playing, linked, server, whole: whole || word !== '' }).then(rest),
    );
    passed++;
    console.log(`ok    ${test.name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed++;
    await forget(); // nobody knows what state it is in
    console.log(
      `FAIL  ${test.name}\n      ${String(error.stack ?? error).replace(/\n/g, '\n      ')}`,
    );
  }
  for (const page of pages) await page.close();
}
await browser.close();
await server.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function withLimit(promise) {
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end after ${LIMIT / 1000} s`)), LIMIT);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
