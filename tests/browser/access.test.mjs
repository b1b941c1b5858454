// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// For those who use keys and screen readers: no finding of axe, focus that is seen, events that are spoken, cloth that
// keys can grab.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { linkOf } from './support/links.mjs';
import { sceneIn, SHEET } from './support/scenes.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const tests = [
  {
    name: 'axe finds nothing, light and dark, with dialogs, sentences and sheets open',
    async run({ open }) {
      const page = await open({ path: linkOf(SHEET, 1), width: 390, height: 844 });
      await page.waitForNotice(/Not reproduced/); // which is a sentence with a button
      await page.press('m');
      for (const colorScheme of ['light', 'dark']) {
        await page.page.emulateMedia({ colorScheme });
        assert.deepEqual(await findings(page), [], `${colorScheme}, phone, with measurements`);
        await page.page.getByRole('button', { name: 'Choose' }).click();
        assert.deepEqual(await findings(page), [], `${colorScheme}, phone, with choices`);
        await page.press('?');
        assert.deepEqual(await findings(page), [], `${colorScheme}, phone, with help`);
        await page.press('Escape');
        await page.page.getByRole('button', { name: 'Choose' }).click();
        await page.page.setViewportSize({ width: 1280, height: 720 });
        assert.deepEqual(await findings(page), [], `${colorScheme}, wide`);
        await page.page.setViewportSize({ width: 390, height: 844 });
      }
    },
  },
  {
    name: 'cloth is grabbed by keys, which is seen, spoken and shared',
    async run({ linked }) {
      const page = await linked(linkOf(SHEET, 1));
      await page.waitForNotice(/Not reproduced/);
      assert.ok(await focusIsSeen(page), 'the focus is seen on the canvas');
      await page.figure(); // before its first picture no cloth is in view
      await page.press('g');
      const ring = page.page.locator('.cloth-cursor b');
      await spoken(page, /^On the cloth “sheet”\. Arrows move the ring, Enter takes hold/);
      const before = await ring.boundingBox();
      await page.press('ArrowLeft');
      await page.press('ArrowLeft');
      const after = await ring.boundingBox();
      assert.ok(after.x < before.x - 5, 'the ring moves over the cloth');
      assert.match(await page.page.locator('.hint').innerText(), /Enter takes hold/);
      await page.press('Enter');
      await spoken(page, /^Holding the cloth “sheet”/);
      for (const key of ['ArrowUp', 'ArrowUp', 'Shift+ArrowDown', '.', 'ArrowRight', '.']) {
        await page.press(key);
      }
      await page.press('Enter');
      await spoken(page, /^Let go/);
      assert.ok(!(await ring.isVisible()));
      await page.press('.');
      await page.waitForStatus(/step 4/);
      const { timeline } = sceneIn(await page.share());
      assert.deepEqual(
        timeline.map((event) => [event.at, event.do]),
        [
          [1, 'grab'],
          [1, 'drag'],
          [2, 'drag'],
          [3, 'drop'],
        ],
      );
      const [grab, drag] = timeline;
      assert.ok(drag.value[1] > grab.value[1] + 0.04, 'it was pulled up');
      assert.deepEqual(page.errors, []);
    },
  },
];

/** What axe finds, in short. */
async function findings(page) {
  const loaded = await page.page.evaluate(() => 'axe' in window);
  if (!loaded) await page.page.evaluate(AXE);
  return page.page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((n) => `${n.html.slice(0, 120)} ${n.any[0]?.message ?? ''}`)}`,
    );
  });
}

/** Whether Tab reaches the canvas and an outline shows it. */
async function focusIsSeen(page) {
  for (let i = 0; i < 60; i++) {
    await page.press('Tab');
    const outline = await page.page.evaluate(() => {
      if (document.activeElement.id !== 'stage') return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
      return outlineStyle === 'none' ? 0 : parseFloat(outlineWidth);
    });
    if (outline !== null) return outline >= 2;
  }
  return false;
}

function spoken(page, pattern) {
  return page.page.waitForFunction(
    ([source]) => new RegExp(source).test(document.querySelector('.unseen')?.textContent ?? ''),
    [pattern.source],
    { polling: 50 },
  );
}
