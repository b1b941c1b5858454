// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a shop's photographer would look at: white and black garments stand out from the backdrop in both schemes, and
// a back is lit like a front. The garment is where white and black dye make a difference.
import assert from 'node:assert/strict';
import { brightness, pixelsOf } from './support/pictures.mjs';

/** Part of the canvas that is looked at: no panel, no texts; px. */
const CLIP = { x: 0, y: 120, width: 430, height: 340 };
/** Between white and black dye, of 255. */
const DYED = 60;
/** So far from the garment, beyond arms, the backdrop is looked at, px. */
const BESIDE = 40;
/** Turn of one key press, radians. */
const TURN = 0.12;

export const tests = [
  {
    name: 'looks: garments stand out in light and dark, and backs are lit',
    whole: true,
    async run({ open }) {
      const page = await open({
        reducedMotion: 'reduce',
        colorScheme: 'light',
        deviceScaleFactor: 1,
        firstVisit: true,
      });
      await page.still();
      const light = await dyedPair(page);
      assertStandsOut(light, 'light');
      await page.page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      const dark = await dyedPair(page);
      assert.ok(dark.backdrop < 0.5 * light.backdrop, 'the backdrop follows the scheme at once');
      assertStandsOut(dark, 'dark');
      await page.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.page.locator('#stage').focus();
      for (let turned = 0; turned < Math.PI; turned += TURN) await page.press('ArrowLeft');
      const back = await dyedPair(page);
      const ratio = back.white / light.white;
      assert.ok(ratio > 0.85 && ratio < 1.15, `the back is lit ${ratio.toFixed(2)} as the front`);
      assert.deepEqual(page.errors, []);
    },
  },
];

function assertStandsOut({ white, black, backdrop }, scheme) {
  assert.ok(white > backdrop + 20, `${scheme}: white ${white} on ${backdrop}`);
  assert.ok(black < backdrop - 15, `${scheme}: black ${black} on ${backdrop}`);
  assert.ok(black > 12, `${scheme}: folds of black show, ${black}`);
}

/** Mean brightness of the garment in white and in black, and of the backdrop beside it, of 255. */
async function dyedPair(page) {
  const white = await shot(page, 'chalk');
  const black = await shot(page, 'ink');
  const sums = { white: 0, black: 0, count: 0 };
  let [left, top, bottom] = [CLIP.width, CLIP.height, 0];
  white.forEach((w, i) => {
    if (w - black[i] < DYED) return;
    sums.white += w;
    sums.black += black[i];
    sums.count++;
    left = Math.min(left, i % CLIP.width);
    [top, bottom] = [Math.min(top, i / CLIP.width), Math.max(bottom, i / CLIP.width)];
  });
  assert.ok(sums.count > 2000, `the garment covers ${sums.count} px`);
  const beside = white.filter((_, i) => {
    const [x, y] = [i % CLIP.width, i / CLIP.width];
    return y > top && y < bottom && x > left - BESIDE - 20 && x < left - BESIDE;
  });
  const backdrop = beside.reduce((a, b) => a + b, 0) / beside.length;
  return { white: sums.white / sums.count, black: sums.black / sums.count, backdrop };
}

/** Brightness of every pixel, with the garment in a colour. */
async function shot(page, colour) {
  await page.choose(colour);
  await page.page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  const png = await page.page.screenshot({ clip: CLIP });
  return brightness(await pixelsOf(page.page, png));
}
