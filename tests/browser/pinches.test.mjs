// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where the body leaves no room: what is held is marked and explained, and the strip tells when a motion closes.
import assert from 'node:assert/strict';
import { linkOf } from './support/links.mjs';

const PHONE = { width: 390, height: 844, hasTouch: true, isMobile: true };

/** A sheet that begins skewered on a ball, so that points of it are held from the first step. */
const SKEWERED = {
  name: 'skewered',
  bodies: [{ kind: 'sphere', radius: 0.1, at: [0, 0.5, 0] }],
  cloths: [
    { kind: 'grid', name: 'sheet', size: [0.5, 0.5], columns: 31, rows: 31, at: [0, 0.55, 0] },
  ],
};

/** The panel's plus-size body in trousers. */
const PLUS = {
  name: 'try-on',
  bodies: [{ kind: 'avatar', name: 'wearer', body: 'plus', motion: 'walk' }],
  cloths: [
    {
      kind: 'garment',
      name: 'trousers',
      pattern: 'trousers',
      wearer: 'wearer',
      resolution: 40,
      fabric: 'cotton',
    },
  ],
};

export const tests = [
  {
    name: 'marks what is held and says why, until marks are not wanted',
    async run({ linked }) {
      const page = await linked(linkOf(SKEWERED, 1));
      await page.waitForStatus(/Paused at step 1, 0 crossings for 1 frame, \d+ points held/);
      const note = await page.page.locator('.held').innerText();
      assert.match(
        note,
        /^\d+ points of the cloth “sheet” are held where the body leaves no room\.$/,
      );
      await page.page.locator('.notice > button').click(); // the hash is made up
      for (let i = 0; i < 8; i++) await page.press('ArrowUp'); // look down on the sheet
      for (let i = 0; i < 6; i++) await page.press('+');
      await page.waitForPixels('yellow', 0.0005);
      const button = page.page.getByRole('button', { name: 'Marks on held points' });
      assert.equal(await button.getAttribute('aria-pressed'), 'true');
      await page.press('h');
      assert.equal(await button.getAttribute('aria-pressed'), 'false');
      await page.page.waitForTimeout(500);
      assert.ok((await page.pixels('yellow')) < 0.0001, 'the marks are gone');
      await button.click();
      await page.waitForPixels('yellow', 0.0005);
      assert.equal(Number(await page.reading('Captured')), Number(/^\d+/.exec(note)[0]));
      assert.deepEqual(page.errors, []);
    },
  },
  {
    name: 'shows tight spots of the motion on a strip, by pointer and by keys',
    async run({ linked }) {
      const page = await linked(linkOf(PLUS, 3));
      await page.waitForStatus(/Paused at step 3/);
      const strip = page.page.getByRole('toolbar', { name: 'Tight spots of this motion' });
      const marks = strip.getByRole('button');
      await marks.first().waitFor();
      const said = await marks.first().getAttribute('aria-label');
      assert.match(said, /^\d\.\d to \d\.\d s: the thighs .* mm.*\. The cloth needs 6\.6 mm\.$/);
      await marks.first().hover();
      assert.equal(await page.page.locator('.tip').innerText(), said);
      await page.page.mouse.move(5, 5);
      assert.ok(!(await page.page.locator('.tip').isVisible()));
      await marks.first().focus();
      await page.press('ArrowRight');
      assert.equal(
        await page.page.locator('.tip').innerText(),
        await marks.nth(1).getAttribute('aria-label'),
      );
      await page.page.locator('.notice > button').click();
      const shown = await page.statusCount();
      await page.choose('woman'); // her walk closes nowhere
      await strip.waitFor({ state: 'hidden', timeout: 60_000 });
      await page.waitForShown(/Playing|Paused/, shown); // or she is dressed beside the next test
      assert.deepEqual(page.errors, []);
    },
  },
  {
    name: 'shows tight spots on a phone within the screen',
    whole: true,
    async run({ open }) {
      const page = await open({ ...PHONE, path: linkOf(PLUS, 3) });
      await page.waitForStatus(/Paused at step 3/);
      const mark = page.page.locator('.track button').first();
      await mark.waitFor();
      await page.page.locator('.tracks').tap({ position: { x: 6, y: 20 } });
      for (const place of ['.pinches', '.tip', '.transport']) {
        const box = await page.page.locator(place).boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= 390, `${place} is on the screen`);
      }
      assert.equal(await page.page.evaluate(() => document.documentElement.scrollWidth), 390);
    },
  },
  {
    name: 'says that the tight spots are missing when their file is cut short, and tries again',
    whole: true,
    async run({ open, server }) {
      const page = await open({ url: 'about:blank' });
      await page.page.route('**/gaps.json', (route) =>
        route.fulfill({ contentType: 'application/json', body: '{"plus":{"walk":{"frames":66' }),
      );
      await page.page.goto(server.url + linkOf(PLUS, 3));
      await page.waitForStatus(/Paused at step 3/);
      const strip = page.page.locator('.pinches');
      await strip.getByText('Tight spots could not be loaded.').waitFor();
      await page.page.unrouteAll();
      await strip.getByRole('button', { name: 'Try again' }).click();
      await strip.locator('.track button').first().waitFor();
      assert.deepEqual(page.errors, []);
    },
  },
];
