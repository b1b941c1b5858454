// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where things are: on every screen, with every sentence shown and every sheet open, nothing lies on the figure or over
// anything else, nothing is cut off, and fingers can hit what there is.
import assert from 'node:assert/strict';

const SIZES = [
  [1280, 720],
  [844, 390],
  [320, 568],
];
/** And these when all is asked for. */
const MORE_SIZES = [
  [2560, 1440],
  [720, 900],
  [568, 320],
  [390, 844],
];

/** What covers the figure or is covered. */
const PARTS =
  '.brand, .pace, .notice, .held, .tip, .hint, .views, .pinches, .transport, .meter, .panel';

const SENTENCES = {
  '.pace': 'Coarser mesh, faster',
  '.notice p':
    'Not reproduced: step 312 has the hash 0123456789abcdef here and fedcba9876543210 where it was shared.',
  '.held span':
    '12 points of the trousers and 3 of the T-shirt are held where the thighs press together.',
  '.tip':
    '2.1 to 3.4 s: the trunk and the thighs press 15 mm or more into each other. The cloth needs 6.6 mm.',
};

export const tests = [
  {
    name: 'nothing lies on the figure or over anything else, on any screen',
    async run({ open, whole }) {
      const page = await open({ width: 1280, height: 720 });
      await pauseEarly(page);
      for (const [width, height] of whole ? [...SIZES, ...MORE_SIZES] : SIZES) {
        await page.page.setViewportSize({ width, height });
        for (const state of ['nothing', 'sentences', 'numbers', 'choices']) {
          await arrange(page, state);
          await settles(() => check(page, `${width} x ${height} with ${state}`, width, height));
        }
      }
      assert.deepEqual(page.errors, []);
    },
  },
  {
    name: 'fingers can hit every control of a phone',
    async run({ open }) {
      const page = await open({ width: 320, height: 568, hasTouch: true, isMobile: true });
      await pauseEarly(page);
      assert.deepEqual(await smallTargets(page), []);
      await page.page.getByRole('button', { name: 'Choose' }).tap();
      assert.deepEqual(await smallTargets(page), []);
      await page.page.getByRole('button', { name: 'Choose' }).tap();
      await page.press('?');
      assert.deepEqual(await smallTargets(page, 'dialog'), []);
      const dialog = await page.page.locator('dialog').boundingBox();
      assert.ok(dialog.x >= 0 && dialog.x + dialog.width <= 320, 'the help fits');
      const title = await page.page.locator('dialog h2').boundingBox();
      assert.ok(title.y >= dialog.y, 'and opens at its beginning');
    },
  },
];

/** Waits for the first picture and stops time, so that nothing moves on its own. */
async function pauseEarly(page) {
  await page.page.locator('#stage[data-figure]').waitFor();
  await page.waitForStatus(/Sewing|Playing/);
  await page.press('Space');
  await page.waitForStatus(/Paused/);
}

/** Shows all sentences, the measurements with large numbers, or the choices, each as the page shows them. */
async function arrange(page, state) {
  await page.page.evaluate(
    ([wanted, sentences]) => {
      const find = (selector) => document.querySelector(selector);
      for (const selector of ['.pace', '.notice', '.held', '.tip', '.pinches']) {
        const element = find(selector);
        delete element.hidden;
        element.hidden = wanted === 'nothing';
        // What is not so at the moment is not taken back meanwhile.
        Object.defineProperty(element, 'hidden', { configurable: true, set() {} });
      }
      for (const [selector, text] of Object.entries(sentences)) find(selector).textContent = text;
      if (find('.meter').hidden === (wanted === 'numbers'))
        find('[aria-label=Measurements]').click();
      const numbers = document.querySelectorAll('.meter dd:not(.hash), .meter dd span');
      if (wanted === 'numbers') {
        for (const dd of numbers) if (!dd.querySelector('span')) dd.textContent = '1,234,567.89';
      }
      const open = wanted === 'choices' && find('.handle').checkVisibility();
      if (find('.panel').classList.contains('open') !== open) find('.handle').click();
    },
    [state, SENTENCES],
  );
}

/** The camera takes its time: tries until it holds, then says why it does not. */
async function settles(hold) {
  for (let i = 0; i < 30; i++) {
    try {
      return await hold();
    } catch {
      await new Promise((done) => setTimeout(done, 150));
    }
  }
  await hold();
}

async function check(page, where, width, height) {
  const figure = await page.figure();
  const { parts, wide, cut } = await page.page.evaluate(readPlaces, PARTS);
  assert.equal(wide, width, `${where}: no sideways scrolling`);
  assert.deepEqual(cut, [], `${where}: nothing is cut off`);
  for (const [i, part] of parts.entries()) {
    const inside = part.left >= 0 && part.top >= 0 && part.right <= width && part.bottom <= height;
    assert.ok(inside, `${where}: ${part.name} is on the screen`);
    assert.ok(!overlap(part, figure), `${where}: ${part.name} lies on the figure`);
    for (const other of parts.slice(i + 1)) {
      assert.ok(!overlap(part, other), `${where}: ${part.name} and ${other.name} overlap`);
    }
  }
  const high = figure.bottom - figure.top;
  assert.ok(high >= Math.min(90, 0.3 * height), `${where}: the figure is ${high} px high`);
  assert.ok(figure.left >= 0 && figure.right <= width, `${where}: the figure is on the screen`);
}

/** Half a pixel of rounding is no overlap. */
function overlap(a, b) {
  const least = 0.5;
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const along = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > least && along > least;
}

/** Runs in the page: what is seen of each part, and whose words do not fit. */
function readPlaces(selector) {
  const corner = document.querySelector('.corner').getBoundingClientRect();
  const seen = [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
  const parts = seen.map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const end = element.closest('.corner') ? Math.min(bottom, corner.bottom) : bottom;
    return { name: element.className, left, top, right, bottom: end };
  });
  const words = [...document.querySelectorAll('.hud *')].filter(
    (e) => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0,
  );
  return {
    parts: parts.filter(({ top, bottom }) => bottom - top > 1),
    wide: document.documentElement.scrollWidth,
    cut: words
      .filter((e) => getComputedStyle(e).overflowX !== 'visible' || e.matches('.meter *'))
      .map((e) => e.className || e.textContent),
  };
}

/** Controls that are smaller than a finger; a mark on the strip answers to a finger near it. */
function smallTargets(page, within = 'main') {
  return page.page.evaluate((root) => {
    const controls = [
      ...document.querySelectorAll(`${root} :is(button, input, a, label:not(.legend))`),
    ];
    return controls
      .filter((e) => e.checkVisibility() && !e.closest('.track') && !e.closest('label input'))
      .map((e) => [e, (e.closest('label') ?? e).getBoundingClientRect()])
      .filter(([, { width, height }]) => width < 44 || height < 44)
      .map(([e, { width, height }]) => `${e.outerHTML.slice(0, 80)} ${width} x ${height}`);
  }, within);
}
