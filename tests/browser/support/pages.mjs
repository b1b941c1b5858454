// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A server for the built pages, and the page as a test handles it.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { preview } from 'vite';
import { pixelsOf, shareOf } from './pictures.mjs';

/** A loaded machine takes so long for what others do in a second, ms. */
const WAIT = 60_000;

const WEB = fileURLToPath(new URL('../../../web/', import.meta.url));

/** Serves web/dist on a free port. */
export async function startServer() {
  assert.ok(
    existsSync(`${WEB}dist/index.html`),
    'build the pages first: npm run build -w weft-web',
  );
  const server = await preview({
    root: WEB,
    logLevel: 'error',
    preview: { port: 0, host: '127.0.0.1' },
  });
  const { port } = server.httpServer.address();
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close(), folder: `${WEB}dist/` };
}

/** Pixels drawn for each of the page's own: software draws these, and few tests look at them closely. */
const SHARP = 0.5;

/**
 * Opens a page in a context of its own. `path` follows the address of the server. It draws with the detail that visits to
 * a machine without a graphics card come to, and remember, on a slow screen, unless this is a first visit.
 */
export async function openPage(browser, server, options = {}) {
  const { path = '', url, width = 800, height = 560, init, firstVisit, ...context } = options;
  const made = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: SHARP,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...context,
  });
  const page = await made.newPage();
  page.setDefaultTimeout(WAIT);
  await page.addInitScript(keepStatuses);
  if (!firstVisit) {
    await page.addInitScript(rememberDetail);
    await page.addInitScript(drawSeldom);
  }
  if (init) await page.addInitScript(init);
  const handle = new TryOnPage(page);
  await page.goto(url ?? server.url + path);
  return handle;
}

/** The try-on page as a visitor sees it. */
export class TryOnPage {
  errors = [];

  constructor(page) {
    this.page = page;
    page.on('pageerror', (e) => this.errors.push(String(e)));
    page.on('console', (m) => m.type() === 'error' && this.errors.push(m.text()));
  }

  status() {
    return this.page.locator('.status').textContent();
  }

  notice() {
    return this.page.locator('.notice').innerText();
  }

  /** Waits until the status reads like this. */
  async waitForStatus(pattern, timeout = WAIT) {
    await this.page.waitForFunction(
      ([source]) => new RegExp(source).test(document.querySelector('.status')?.textContent ?? ''),
      [pattern.source],
      { timeout, polling: 100 },
    );
  }

  /** How many statuses the page has shown so far. */
  statusCount() {
    return this.page.evaluate(() => window.shownStatuses.length);
  }

  /** Waits until a status that reads like this was shown after the first `count`, however briefly. */
  async waitForShown(pattern, count, timeout = WAIT) {
    await this.page.waitForFunction(
      ([source, from]) => window.shownStatuses.slice(from).some((s) => new RegExp(source).test(s)),
      [pattern.source, count],
      { timeout, polling: 100 },
    );
  }

  /** Waits for a sentence and returns it. */
  async waitForNotice(pattern, timeout = WAIT) {
    await this.page.waitForFunction(
      ([source]) => {
        const box = document.querySelector('.notice');
        return box && !box.hidden && new RegExp(source).test(box.innerText);
      },
      [pattern.source],
      { timeout, polling: 100 },
    );
    return this.notice();
  }

  /** Chooses an option of the panel. */
  choose(value) {
    const input = `input[type=radio][value="${value}"]:not([name=drawing])`;
    return this.page.locator(input).check({ force: true });
  }

  /** Where the figure stands on the canvas, px: left, top, right, bottom, and its middle. */
  async figure() {
    const stage = this.page.locator('#stage[data-figure]');
    const [left, top, right, bottom] = (await stage.getAttribute('data-figure'))
      .split(' ')
      .map(Number);
    return { left, top, right, bottom, x: (left + right) / 2, y: (top + bottom) / 2 };
  }

  /** The same when it no longer moves. */
  async stillFigure() {
    for (let before = ''; ; await this.page.evaluate(someFrames)) {
      const now = await this.figure();
      if (JSON.stringify(now) === before) return now;
      before = JSON.stringify(now);
    }
  }

  /** A button by its whole name. */
  button(name) {
    return this.page.getByRole('button', { name, exact: true });
  }

  press(key) {
    return this.page.keyboard.press(key);
  }

  /** A number or word of the measurements; they are shown for as long as it takes. */
  async reading(name) {
    await this.press('m');
    await this.page.waitForTimeout(400);
    const value = this.page.locator(`.meter dt:text-is("${name}") + dd`).first();
    // A slow machine has nothing to show yet.
    await value.filter({ hasNotText: '–' }).waitFor();
    const text = await value.innerText();
    await this.press('m');
    return text;
  }

  /** Reads the measurements until one is as wanted: they follow what is shown within a second, or many. */
  async waitForReading(name, isWanted) {
    const end = performance.now() + WAIT;
    let text = await this.reading(name);
    while (!isWanted(text)) {
      assert.ok(performance.now() < end, `${name} stays at ${text}`);
      text = await this.reading(name);
    }
  }

  /** Waits for a pause at a step and returns what the page says about it. */
  async still() {
    await this.waitForStatus(/Paused at step/);
    return { step: await this.reading('Step'), hash: await this.reading('Hash') };
  }

  /** Copies a link to the moment shown. */
  async share() {
    await this.page.evaluate(() => navigator.clipboard.writeText('none'));
    await this.press('s');
    await this.waitForNotice(/Link copied/);
    for (;;) {
      const text = await this.page.evaluate(() => navigator.clipboard.readText());
      if (text !== 'none') return text;
      await this.page.waitForTimeout(50);
    }
  }

  /** What the canvas shows, as a PNG file. */
  async stagePicture() {
    const box = await this.page.locator('#stage').boundingBox();
    return this.page.screenshot({ clip: box });
  }

  /** Share of the canvas, 0..1, that has a colour. */
  async pixels(colour) {
    return shareOf(await pixelsOf(this.page, await this.stagePicture()), colour);
  }

  /** Waits until so much of the canvas has a colour; a slow machine draws late. */
  async waitForPixels(colour, share) {
    let found = 0;
    for (let i = 0; i < 20; i++) {
      found = await this.pixels(colour);
      if (found > share) return;
      await this.page.waitForTimeout(500);
    }
    assert.fail(`${colour} covers ${(found * 100).toFixed(2)} % of the canvas`);
  }

  async close() {
    await this.page.context().close();
  }
}

/** Runs in the page: waits for a while in which it also drew, however slowly. */
async function someFrames() {
  const time = new Promise((done) => setTimeout(done, 300));
  for (let i = 0; i < 4; i++) await new Promise((done) => requestAnimationFrame(done));
  await time;
}

/** Runs in the page before its scripts. */
function rememberDetail() {
  try {
    localStorage.setItem('weft.detail', 'coarse');
  } catch {
    // about:blank remembers nothing
  }
}

/** Runs in the page before its scripts: a slow screen. Drawing in software takes what computing cloth needs. */
function drawSeldom() {
  const frame = window.requestAnimationFrame.bind(window);
  const pause = 200; // ms
  let last = 0;
  const wait = (draw) =>
    frame((time) => {
      if (time !== last && time < last + pause) return wait(draw);
      last = time;
      draw(time);
    });
  window.requestAnimationFrame = wait;
}

/** Runs in the page before its scripts: keeps every status, so that none is too brief for a poll. */
function keepStatuses() {
  window.shownStatuses = [];
  new MutationObserver(() => {
    const status = document.querySelector('.status')?.textContent;
    if (status && status !== window.shownStatuses.at(-1)) window.shownStatuses.push(status);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
