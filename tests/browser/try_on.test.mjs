// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The try-on page: opens, draws, follows choices, can be undone, works by keys, on a phone, and in calm.
import assert from 'node:assert/strict';
import { sceneIn } from './support/scenes.mjs';

const PLAYING = /Playing, \d+ crossings/;
const PHONE = { width: 390, height: 844, hasTouch: true, isMobile: true };

/** Runs before the page's scripts. */
const withoutWebGL = `
  const real = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return /webgl/.test(kind) ? null : real.call(this, kind, ...rest);
  };`;

/** How long a page is away, ms: many more steps than what may pass until a test looks. */
const AWAY = 8000;

export const tests = [
  {
    name: 'opens on a dressed body without an error',
    async run({ open }) {
      const page = await open({ firstVisit: true });
      await page.waitForStatus(PLAYING);
      const statuses = await page.page.evaluate(() => window.shownStatuses);
      assert.ok(!statuses.some((s) => /Drafting|Sewing/.test(s)), 'it was sewn before');
      assert.equal(await page.page.title(), 'Weft – cloth in the browser');
      await page.waitForPixels('red', 0.004);
      assert.ok(Number((await page.reading('Cloth vertices')).replace(',', '')) > 2000);
      assert.match(await page.reading('all'), /^\d+$/); // ms to the first picture
      assert.deepEqual(page.errors, []);
    },
  },
  {
    name: 'follows choices, and back undoes them',
    async run({ playing }) {
      const page = await playing();
      await page.choose('indigo');
      await page.waitForPixels('blue', 0.004);
      const vertices = await page.reading('Cloth vertices');
      const shown = await page.statusCount();
      await page.choose('tshirt');
      await page.waitForShown(/Loading|Drafting|Sewing/, shown);
      await page.waitForStatus(PLAYING);
      await page.waitForReading('Cloth vertices', (now) => now !== vertices);
      await page.page.goBack(); // to what hung a moment ago, and does again at once
      await page.page.waitForFunction(() => document.querySelector('[value=skirt]').checked);
      await page.waitForReading('Cloth vertices', (now) => now === vertices);
      await page.waitForStatus(PLAYING);
      await page.page.goBack();
      await page.page.waitForFunction(() => document.querySelector('[value=clay]').checked);
      assert.deepEqual(page.errors, []);
    },
  },
  {
    name: 'wears another mesh without undressing, and the link says which',
    async run({ playing }) {
      const page = await playing();
      const shown = await page.statusCount();
      await page.choose('fine');
      await page.page.waitForFunction(() =>
        document.querySelector('[name=mesh]').closest('fieldset').innerText.includes('12 mm'),
      );
      await page.waitForStatus(PLAYING);
      assert.ok(Number((await page.reading('Cloth vertices')).replace(',', '')) > 4000);
      assert.equal(sceneIn(await page.share()).cloths[0].resolution, 12);
      await page.choose('auto');
      await page.page.waitForFunction(() =>
        document.querySelector('[name=mesh]').closest('fieldset').innerText.includes('20 mm'),
      );
      await page.waitForStatus(PLAYING);
      assert.equal(sceneIn(await page.share()).cloths[0].resolution, 20);
      const statuses = await page.page.evaluate((n) => window.shownStatuses.slice(n), shown);
      assert.ok(!statuses.some((s) => /Sewing/.test(s)), statuses.join());
      assert.deepEqual(page.errors, []);
    },
  },
  {
    name: 'a pause pressed while a garment is on its way holds',
    async run({ playing }) {
      const page = await playing();
      const shown = await page.statusCount();
      await page.choose('trousers'); // nobody has worn them here, so they have to be sewn
      await page.waitForShown(/Loading|Drafting|Sewing/, shown);
      await page.press('Space');
      const { step } = await page.still();
      await page.page.waitForTimeout(1500); // nothing starts it
      assert.match(await page.status(), /^Paused at step/);
      assert.ok(Number(step) < 30, `paused at step ${step}`);
      await page.press('Space');
      await page.press('Space');
      await page.press('Space'); // three presses at once are one
      await page.waitForStatus(PLAYING);
      await page.page.goBack();
      await page.page.waitForFunction(() => document.querySelector('[value=skirt]').checked);
      await page.waitForStatus(PLAYING);
      assert.deepEqual(page.errors, []);
    },
  },
  {
    name: 'stands still while it is hidden and frozen, with threads, and goes on without a leap',
    async run({ open, server }) {
      const page = await open({ url: 'about:blank' });
      let threads = 0;
      await page.page.route('**/simulation.worker-*.js', async (route) => {
        const response = await route.fetch();
        const cores = "Object.defineProperty(navigator, 'hardwareConcurrency', { value: 3 });";
        await route.fulfill({ response, body: `${cores}\n${await response.text()}` });
      });
      page.page.on('request', (asked) => (threads += /weft-threads/.test(asked.url()) ? 1 : 0));
      await page.page.goto(server.url);
      await page.waitForStatus(PLAYING);
      assert.equal(threads, 1, 'the module on shared memory is loaded');
      const chrome = await page.page.context().newCDPSession(page.page);
      await page.page.evaluate(setHidden, true);
      const before = await page.still();
      await chrome.send('Page.setWebLifecycleState', { state: 'frozen' });
      await new Promise((done) => setTimeout(done, AWAY));
      await chrome.send('Page.setWebLifecycleState', { state: 'active' });
      assert.deepEqual(await page.still(), before);
      await page.page.evaluate(setHidden, false);
      await page.waitForStatus(PLAYING);
      const step = Number(await page.reading('Step'));
      const gone = step - Number(before.step);
      assert.ok(gone > 0 && gone < (60 * AWAY) / 1000, `${gone} steps after it was back`);
      await page.press('Space');
      const later = await page.still();
      assert.ok(Number(later.step) >= step, 'it goes on');
      assert.deepEqual(page.errors, []);
    },
  },
  {
    name: 'works by keys',
    async run({ playing }) {
      const page = await playing();
      await page.press('Space');
      const first = await page.still();
      await page.press('.');
      await page.page.waitForTimeout(600);
      assert.equal(Number(await page.reading('Step')), Number(first.step) + 1);
      assert.notEqual(await page.reading('Hash'), first.hash);
      await page.press('?');
      assert.ok(await page.page.locator('dialog').isVisible());
      assert.match(await page.page.locator('dialog').innerText(), /wheel, pinch\s+closer, further/);
      await page.press('Escape');
      assert.ok(!(await page.page.locator('dialog').isVisible()));
      const before = await page.pixels('red');
      for (let i = 0; i < 4; i++) await page.press('+');
      await page.waitForPixels('red', before * 1.3);
      const reached = await tabThrough(page.page, 40);
      for (const name of [
        'Pause',
        'Share',
        'Help',
        'garment',
        'fabric',
        'colour',
        'motion',
        'wind',
      ]) {
        assert.ok(
          reached.has(name) || (name === 'Pause' && reached.has('Play')),
          `Tab reaches ${name}`,
        );
      }
    },
  },
  {
    name: 'drags the cloth with the pointer',
    async run({ playing }) {
      const page = await playing();
      const place = await middleOfCloth(page);
      await page.page.mouse.move(place.x, place.y);
      await page.page.mouse.down();
      await page.page.mouse.move(place.x + 60, place.y - 30, { steps: 4 });
      assert.ok(await page.page.locator('#stage.holding').count(), 'cloth is held');
      await page.page.waitForTimeout(400);
      await page.page.mouse.up();
      assert.equal(await page.page.locator('#stage.holding').count(), 0);
      await page.waitForStatus(PLAYING);
      assert.deepEqual(page.errors, []);
    },
  },
  {
    name: 'fits a phone: no sideways scrolling, every control within reach',
    async run({ open }) {
      const page = await open({ ...PHONE, reducedMotion: 'reduce' }); // a walk beside it would cost as much again
      await page.waitForStatus(/Paused at step/);
      const wide = await page.page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(wide, 390);
      await page.waitForPixels('red', 0.004);
      await page.page.getByRole('button', { name: 'Choose' }).tap();
      for (const value of ['trousers', 'leather', 'ink', 'plus', 'turn']) {
        const input = page.page.locator(`input[value="${value}"]`);
        await input.scrollIntoViewIfNeeded();
        const box = await input.boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= 390, `${value} is on the screen`);
        assert.ok(box.y >= 0 && box.y + box.height <= 844, `${value} is on the screen`);
        assert.ok(box.height >= 32, `${value} can be hit by a finger`);
      }
      assert.equal(await page.page.evaluate(() => document.documentElement.scrollWidth), 390);
    },
  },
  {
    name: 'says what is missing',
    async run({ open, server }) {
      const noSimd = await open({ init: 'WebAssembly.validate = () => false' });
      assert.match(await noSimd.page.locator('#blocked').innerText(), /WebAssembly SIMD.*Update/);
      const noGl = await open({ init: withoutWebGL });
      await noGl.page.locator('#blocked').waitFor();
      assert.match(await noGl.page.locator('#blocked').innerText(), /WebGL 2.*hardware/);
      const file = await open({ url: `file://${server.folder}index.html` });
      assert.match(await file.page.locator('#blocked').innerText(), /opened as a file.*run\.sh/);
    },
  },
];

/** Labels and names of what Tab reaches. */
async function tabThrough(page, presses) {
  const reached = new Set();
  for (let i = 0; i < presses; i++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const { name, id, ariaLabel } = document.activeElement;
      return [ariaLabel, name, id];
    });
    for (const word of found) reached.add(word);
  }
  return reached;
}

/** A place on the skirt: a little below the middle of the figure. */
async function middleOfCloth(page) {
  const { x, y, top } = await page.stillFigure();
  return { x, y: y + 0.1 * (y - top) };
}

/** Runs in the page: what a browser says when another tab is chosen, or this one again. */
function setHidden(hidden) {
  for (const [name, value] of Object.entries({
    hidden,
    visibilityState: hidden ? 'hidden' : 'visible',
  })) {
    Object.defineProperty(document, name, { configurable: true, get: () => value });
  }
  document.dispatchEvent(new Event('visibilitychange'));
}
