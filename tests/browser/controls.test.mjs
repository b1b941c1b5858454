// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Controls and camera: who has the keys, what a list of costly choices waits for, two garments with a finish each, a
// coarser mesh against slow motion, and views by pointer, fingers, buttons and links.
import assert from 'node:assert/strict';
import { linkOf, SHEET_LINK } from './support/links.mjs';
import { GARMENTS, sceneIn, SHEET } from './support/scenes.mjs';
import { hearingWorkers } from './support/workers.mjs';

/** Views of the other buttons, in links. */
const SIDES = [
  ['Front', /&view=0_3\.4_1_0_0_0$/],
  ['Side', /&view=90_3\.4_1_0_0_0$/],
  ['Detail', /&view=90_3\.4_[\d.]+_-?\d+_-?\d+_-?\d+$/],
];

export const tests = [
  {
    name: 'after a click the keys are the page’s, and a list gone through by keys waits',
    async run({ open }) {
      const page = await open({ path: linkOf(GARMENTS, 1) });
      await page.waitForNotice(/Not reproduced/);
      const silk = page.page.locator('[name=fabric][value=silk]');
      await silk.click({ force: true });
      const before = await page.figure();
      await page.press('ArrowRight');
      assert.ok(await silk.isChecked(), 'an arrow leaves a clicked choice alone');
      await until(page, ({ left }) => left !== before.left, 'and turns the view');
      await page.press('Space');
      await page.waitForStatus(/Sewing|Playing/);
      await page.press('Space');
      await page.waitForStatus(/Paused/);

      await page.press('Tab');
      const entries = () => page.page.evaluate(() => history.length);
      await page.page.locator('[name=body]:checked').focus();
      const woman = await entries();
      await page.page.evaluate(() => {
        document.querySelector('.choices').addEventListener('change', () => {
          setTimeout(() => (window.entriesAtOnce = history.length));
        });
      });
      await page.press('ArrowRight');
      assert.ok(await page.page.locator('[name=body][value=man]').isChecked());
      await page.page.waitForFunction(() => window.entriesAtOnce > 0);
      assert.equal(await page.page.evaluate(() => window.entriesAtOnce), woman, 'not at once');
      await page.page.waitForFunction((n) => history.length === n, woman + 1);
      await page.press('ArrowRight');
      await page.press('Enter');
      await page.page.waitForFunction((n) => history.length === n, woman + 2);
      assert.deepEqual(page.errors, []);
    },
  },
  {
    name: 'each of two garments has its fabric, colour and print, also in a link',
    async run({ linked }) {
      const page = await linked(linkOf(GARMENTS, 1));
      await page.waitForNotice(/Not reproduced/);
      const pieces = page.page.getByRole('group', { name: 'Made of' });
      const checked = (name) => page.page.locator(`[name=${name}]:checked`).inputValue();
      assert.ok(await pieces.getByRole('radio', { name: 'Skirt' }).isChecked());
      assert.equal(await checked('fabric'), 'denim');
      await pieces.getByRole('radio', { name: 'T-shirt' }).click({ force: true });
      assert.equal(await checked('fabric'), 'jersey');
      for (const value of ['silk', 'moss', 'dots']) await page.choose(value);
      await page.press('.');
      await page.waitForStatus(/step 2/);
      const url = await page.share();
      assert.match(url, /look=indigo\.plain~moss\.dots/);
      assert.deepEqual(sceneIn(url).timeline, [
        { at: 1, do: 'fabric', cloth: 'tshirt', fabric: 'silk' },
      ]);
      // A click on a garment shows what it is made of.
      const { x, y, top, bottom } = await page.stillFigure();
      await page.page.mouse.click(x, y + 0.08 * (bottom - top));
      await page.page.waitForFunction(
        () => document.querySelector('[name=fabric]:checked').value === 'denim',
      );
      await page.page.goBack();
      await page.page.goBack();
      assert.deepEqual(page.errors, []);
    },
  },
  {
    name: 'slow motion is told, a coarser mesh helps, and there is a way back',
    whole: true,
    async run({ open }) {
      const page = await open({ path: linkOf(GARMENTS, 1), init: hearingWorkers(slowWorkers) });
      await page.waitForNotice(/Not reproduced/);
      await page.press('Space');
      await page.waitForStatus(/Playing.*0\.3 of real time/);
      await page.page.getByRole('button', { name: 'Coarser mesh' }).click();
      await page.page.locator('[name=mesh][value=coarse]:checked').waitFor();
      await page.page.getByRole('button', { name: 'Fine mesh again' }).click();
      await page.page.locator('[name=mesh][value=fine]:checked').waitFor();
      assert.deepEqual(page.errors, []);
    },
  },
  {
    name: 'the camera zooms to the pointer, pans, goes to sides, and travels in a link',
    async run({ open }) {
      const page = await open({ path: linkOf(SHEET, 1), reducedMotion: 'reduce' });
      await page.waitForNotice(/Not reproduced/);
      const { mouse } = page.page;
      await calm(page);
      const first = await page.stillFigure();
      const aim = { x: first.left, y: first.top };
      await mouse.move(aim.x, aim.y);
      await mouse.wheel(0, -400);
      const width = ({ left, right }) => right - left;
      const near = await until(page, (f) => width(f) > width(first) + 10, 'the wheel zooms');
      const grown = width(near) - width(first);
      assert.ok(Math.abs(near.left - aim.x) < 0.5 * grown, 'to the pointer');
      assert.ok(near.x > first.x && near.y > first.y, 'what is beside it goes aside');

      await mouse.move(20, 300);
      await mouse.down({ button: 'right' });
      await mouse.move(70, 330, { steps: 3 });
      await mouse.up({ button: 'right' });
      const close = (a, b) => Math.abs(a - b) < 12;
      const panned = (f) => close(f.x - near.x, 50) && close(f.y - near.y, 30);
      const moved = await until(page, panned, 'the right button pans');
      await page.press('Shift+ArrowLeft');
      await until(page, (f) => f.x < moved.x - 15, 'keys pan');

      await page.page.getByRole('button', { name: 'Back', exact: true }).click();
      await until(page, (f) => Math.abs(f.x - first.x) < 12, 'a button goes there');
      const url = await page.share();
      assert.match(url, /&view=-?180_3\.4_1_0_0_0$/);
      for (const [name, view] of SIDES) {
        await page.page.getByRole('button', { name, exact: true }).click();
        assert.match(await page.share(), view, name);
      }
      const own = url.replace(/view=.*/, 'view=90_20_1.4_50_0_0');
      const other = await open({ url: own, width: 500, height: 700 });
      await other.waitForNotice(/eproduced/);
      assert.match(await other.share(), /&view=90_20_1\.4_50_0_0$/);
      await other.page.setViewportSize({ width: 900, height: 560 });
      await until(other, (f) => f.left > 0 && f.right < 900, 'a resized window shows the same');
      assert.match(await other.share(), /&view=90_20_1\.4_50_0_0$/);
      await other.press('0');
      assert.doesNotMatch(await other.share(), /view=/);
      assert.deepEqual([...page.errors, ...other.errors], []);
    },
  },
  {
    name: 'two fingers pan and pinch, also where they begin on cloth',
    async run({ open }) {
      const page = await open({ path: linkOf(SHEET, 1), hasTouch: true, reducedMotion: 'reduce' });
      await page.waitForNotice(/Not reproduced/);
      await calm(page);
      const before = await page.stillFigure();
      const touch = await fingers(page);
      const [x, y] = [before.x, before.y];
      await touch('touchStart', [[x - 20, y]]);
      await touch('touchStart', [
        [x - 20, y],
        [x + 20, y],
      ]);
      for (const d of [15, 30, 45, 60])
        await touch('touchMove', [
          [x - 20 + d, y + d / 2],
          [x + 20 + d, y + d / 2],
        ]);
      await touch('touchEnd', []);
      const away = (f) => f.x > before.x + 25 && f.y > before.y + 10;
      const moved = await until(page, away, `two fingers pan from ${JSON.stringify(before)}`);
      assert.equal(await page.page.locator('#stage.holding').count(), 0, 'the cloth is let go');
      await touch('touchStart', [
        [x - 20, y],
        [x + 20, y],
      ]);
      for (const d of [10, 25, 40])
        await touch('touchMove', [
          [x - 20 - d, y],
          [x + 20 + d, y],
        ]);
      await touch('touchEnd', []);
      const wide = (f) => f.right - f.left > 1.2 * (moved.right - moved.left);
      await until(page, wide, 'a pinch zooms');
      assert.deepEqual(page.errors, []);
    },
  },
  {
    name: 'draws with the detail that is chosen by keys, keeps it over a reload, and computes the same',
    async run({ open }) {
      const page = await open({ path: SHEET_LINK });
      const { step, hash } = await page.still();
      assert.match(await page.reading('Drawing'), /, by itself$/);
      await page.page.locator('[name=drawing][value=auto]').focus();
      for (const detail of ['fine', 'medium', 'coarse']) {
        await page.press('ArrowRight');
        await page.page.locator(`[name=drawing][value=${detail}]:checked`).waitFor();
        assert.equal(await page.reading('Drawing'), `${detail}, as chosen`);
      }
      assert.deepEqual(await page.still(), { step, hash });
      assert.ok(page.page.url().includes('#scene='), 'the link stays open');
      await page.page.reload();
      assert.deepEqual(await page.still(), { step, hash });
      assert.equal(await page.reading('Drawing'), 'coarse, as chosen');
      assert.deepEqual(page.errors, []);
    },
  },
];

/** Takes the sentence away that says that the made-up hash is wrong; the figure gets its place. */
async function calm(page) {
  await page.page.locator('.notice > button').click();
  for (let i = 0; i < 3; i++) await page.stillFigure();
}

/** Waits until the figure stands so; returns where. */
async function until(page, holds, what) {
  for (let i = 0; i < 300; i++) {
    const figure = await page.figure();
    if (holds(figure)) return figure;
    await page.page.waitForTimeout(100);
  }
  assert.fail(`${what}: ${JSON.stringify(await page.figure())}`);
}

/** Workers that say that they make 18 steps a second. */
function slowWorkers(data) {
  if (data?.type === 'frame') data.stepsPerSecond = 18;
}

/** Sends touches as a screen does. */
async function fingers(page) {
  const session = await page.page.context().newCDPSession(page.page);
  return (type, points) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
}
