// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Shared links: what was done elsewhere happens here again, bit for bit; what is damaged gives a sentence and harms
// nothing.
import assert from 'node:assert/strict';
import { linkOf } from './support/links.mjs';

const PLAYING = /Playing, \d+ crossings/;

const sheet = (changes = {}) => ({
  name: 'sheet',
  bodies: [{ kind: 'sphere', radius: 0.2, at: [0, 0.5, 0] }],
  cloths: [{ kind: 'grid', size: [0.6, 0.6], columns: 9, rows: 9, at: [0, 0.8, 0], ...changes }],
});

/** Opens a link on a page of its own and returns the sentence that it gives. */
async function sentence(open, fragment, pattern) {
  const page = await open({ path: fragment, reducedMotion: 'reduce' });
  const text = await page.waitForNotice(pattern);
  assert.deepEqual(page.errors, []);
  return { page, text };
}

export const tests = [
  {
    name: 'where motion is not wanted a still begins, and what is done to it is reproduced bit for bit',
    async run({ open, linked }) {
      // Of its own, and still until it is drawn: every step is computed again.
      const page = await open({ reducedMotion: 'reduce' });
      const first = await page.still();
      assert.ok(Number(first.step) > 0, 'the garment is sewn and hangs');
      await page.waitForPixels('red', 0.004);
      const { x, y } = await page.stillFigure();
      await page.page.waitForTimeout(1000);
      assert.equal((await page.still()).step, first.step);
      await page.button('Play').click();
      await page.waitForStatus(PLAYING);
      await page.page.locator('#wind').fill('5');
      await page.page.waitForTimeout(300);
      await page.choose('denim');
      await page.page.mouse.move(x, y + 20);
      await page.page.mouse.down();
      await page.page.mouse.move(x + 50, y, { steps: 3 });
      await page.page.waitForTimeout(500);
      await page.page.mouse.up();
      await page.page.waitForTimeout(500);
      await page.press('Space');
      const { step, hash } = await page.still();
      await page.choose('silk'); // from the next step on
      const url = await page.share();
      assert.match(url, new RegExp(`step=${step}&hash=${hash}`));

      const other = await linked(new URL(url).hash);
      const said = await other.waitForNotice(/eproduced/, 100_000);
      assert.match(said, /^Reproduced bit for bit/);
      assert.deepEqual(await other.still(), { step, hash });
      assert.ok(await other.page.locator('[value=silk]').isChecked(), 'the choices are shown');
      assert.deepEqual(other.errors, []);
    },
  },
  {
    name: 'a wrong hash is told',
    async run({ linked }) {
      const page = await linked(linkOf(sheet(), 20));
      assert.match(await page.waitForNotice(/eproduced/), /^Not reproduced: step 20/);
      assert.equal((await page.still()).step, '20');
    },
  },
  {
    name: 'cut, noisy and huge links give a sentence and the page opens',
    async run({ open }) {
      const whole = linkOf(sheet());
      const { page } = await sentence(open, whole.slice(0, 60), /cut off|damaged/);
      await page.waitForStatus(/Paused at step \d+/);
      await page.page.evaluate(() => (location.hash = '#scene=%00%ff~~&step=x'));
      assert.match(await page.waitForNotice(/letters that do not belong/), /damaged/);
      await page.page.evaluate(() => (location.hash = `#scene=${'A'.repeat(1 << 20)}`));
      assert.match(await page.waitForNotice(/too long/), /1048583/);
      await page.waitForStatus(/Paused at step \d+/);
      assert.deepEqual(page.errors, []);
    },
  },
  {
    name: 'scenes with unknown words are refused by name and place, and the open one goes on',
    async run({ playing }) {
      const page = await playing();
      const cases = [
        [sheet({ fabric: 'coton' }), /fabric.*coton.*cotton/],
        [{ ...sheet(), colour: 'red' }, /colour/],
        [{ ...sheet(), methods: { solver: 'magic' } }, /solver.*magic/],
        [{ ...sheet(), cloths: [{ kind: 'garment', pattern: 'cape' }] }, /pattern.*cape/],
        [{ name: 'empty' }, /cloths/],
        [[1, 2, 3], /scene/],
      ];
      for (const [scene, pattern] of cases) {
        await page.page.evaluate((hash) => (location.hash = hash), linkOf(scene));
        const said = await page.waitForNotice(pattern);
        assert.match(said, /goes on with what it had/);
      }
      await page.waitForStatus(PLAYING);
      await page.page.evaluate(() => history.replaceState(null, '', location.pathname));
      assert.deepEqual(page.errors, []);
    },
  },
  {
    name: 'a worker that dies is replaced',
    async run({ playing }) {
      const page = await playing();
      const shown = await page.statusCount();
      await page.page.workers()[0].evaluate(() => {
        setTimeout(() => {
          throw new RangeError('out of memory');
        });
      });
      assert.match(await page.waitForNotice(/stopped/), /out of memory.*started again/);
      await page.waitForShown(/Loading|Drafting|Sewing/, shown);
      await page.waitForStatus(PLAYING);
    },
  },
];
