// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A pale T-shirt as it is drawn with the least detail: nothing that is worn below comes out before it, and where its seams
// meet nothing is darker than they are.
import assert from 'node:assert/strict';
import { brightness, pixelsOf } from './support/pictures.mjs';

/** Part of the canvas that is looked at: no panel, no texts; px. */
const CLIP = { x: 0, y: 100, width: 640, height: 500 };
/** Ponytails end here, px of it: strands over a shirt are no specks. */
const HAIR = 80;
/** White and black dye differ by more than this, of 255, where there is cloth. */
const DYED = 60;
/** Where one of the four samples of a pixel is no cloth, it has three quarters of the difference; a fold has nearly all. */
const SPECK = 0.85;
/** The upper ends of the gaps between trunk and sleeves look the same, a pixel or two high. */
const ARMPITS = 2;
/** The light on a shoulder is so bright, of 255; a patch is darker than the cloth so far round it, px, by more than this. */
const BRIGHT = 236;
const ROUND = 10;
const PATCH = 0.98;

export const tests = [
  {
    name: 'layers: arms and underwear draw no specks on a pale T-shirt, and its seams no patches',
    whole: true,
    async run({ open }) {
      const page = await open({
        width: 1000,
        height: 700,
        deviceScaleFactor: 1,
        reducedMotion: 'reduce',
        colorScheme: 'light',
        init: () => localStorage.setItem('weft.drawing', 'coarse'),
      });
      await page.still();
      await page.choose('jersey');
      const count = await page.statusCount();
      await page.choose('tshirt');
      await page.waitForShown(/Sewing/, count);
      await page.still();
      for (const side of ['Front', 'Back']) {
        await look(page, side);
        const { cloth, specks } = specksOn(await dyed(page, 'chalk'), await dyed(page, 'ink'));
        assert.ok(cloth > 8000, `${side}: the T-shirt covers ${cloth} px`);
        assert.ok(specks.length <= ARMPITS, `${side}: specks at ${JSON.stringify(specks)}`);
      }
      await look(page, 'Side');
      await look(page, 'Detail');
      const { bright, patches } = patchesOn(await dyed(page, 'chalk'));
      assert.ok(bright > 2000, `the shoulder covers ${bright} px`);
      assert.ok(patches.length < 10, `patches at ${JSON.stringify(patches.slice(0, 9))}`);
      assert.deepEqual(page.errors, []);
    },
  },
];

async function look(page, side) {
  await page.page.getByRole('button', { name: side, exact: true }).click();
  await someFrames(page);
}

function someFrames({ page }) {
  return page.evaluate(async () => {
    for (let i = 0; i < 3; i++) await new Promise((done) => requestAnimationFrame(done));
  });
}

/** Brightness of every pixel, with the garment in a colour. */
async function dyed(page, colour) {
  await page.choose(colour);
  await someFrames(page);
  return brightness(await pixelsOf(page.page, await page.page.screenshot({ clip: CLIP })));
}

/** Whether a pixel is right below the last one found. */
const isBelow = (last, x, y) => last !== undefined && last[0] === x && last[1] === y - 1;

/** Pixels amid cloth that are less of it than those around them. */
function specksOn(white, black) {
  const dye = white.map((w, i) => w - black[i]);
  const specks = [];
  let cloth = 0;
  eachPixel(2, HAIR, (x, y, at) => {
    const [around] = ring(dye, at, 2, 1);
    if (around < DYED) return;
    cloth++;
    if (dye[at] < SPECK * around && !isBelow(specks.at(-1), x, y)) specks.push([x, y]);
  });
  return { cloth, specks };
}

/** Pixels amid bright cloth that are darker than it, with all beside them: no line of stitches. */
function patchesOn(white) {
  const patches = [];
  let bright = 0;
  eachPixel(ROUND, 0, (x, y, at) => {
    const around = ring(white, at, ROUND, 2);
    const low = around[Math.floor(0.3 * around.length)];
    if (low < BRIGHT) return;
    bright++;
    const most = Math.max(white[at], ...ring(white, at, 1, 1));
    if (most < PATCH * low) patches.push([x, y]);
  });
  return { bright, patches };
}

function eachPixel(margin, top, visit) {
  const { width, height } = CLIP;
  for (let y = Math.max(margin, top); y < height - margin; y++) {
    for (let x = margin; x < width - margin; x++) visit(x, y, y * width + x);
  }
}

/** Values on the square round a pixel, so far from it, every so many px; the least first. */
function ring(values, at, far, every) {
  const { width } = CLIP;
  const found = [];
  for (let k = -far; k < far; k += every) {
    found.push(values[at - far * width + k], values[at + far * width - k]);
    found.push(values[at - k * width - far], values[at + k * width + far]);
  }
  return found.sort((a, b) => a - b);
}
