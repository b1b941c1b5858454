// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A visitor who does anything at any time, as a campaign: `node tests/browser/monkey.mjs [ROUNDS] [SEED]`. After every
// round of presses, choices, hands on the cloth, ways back, and links, good and bad, the page has to play again without
// an error; what it shares then opens elsewhere with the same choices and comes out with the same bits. How long things
// take differs from run to run, so a seed tells what was done, not when it fell.
import assert from 'node:assert/strict';
import { launchChromium } from '../../scripts/chromium.mjs';
import { makeDice } from '../fuzz/inputs.mjs';
import { linkOf, SHEET_LINK } from './support/links.mjs';
import { openPage, startServer } from './support/pages.mjs';

const PLAYING = /Playing, \d+ crossings/;
const ACTIONS = 14; // a round
const LONGEST = 400; // steps that a second page computes again
/** What is not on the screen, or not for this garment, is left. */
const SOON = { timeout: 300 };
const KEYS = [' ', ' ', ' ', '.', 'r', 's', 'h', 'm', 'g', '+', '-', '0', '1', '2', 'ArrowLeft'];
const BAD = ['#scene=%00&step=x', '#scene=abc', linkOf({ name: 'x', cloths: [{ kind: 'rug' }] })];

const [rounds = 10, first = 1] = process.argv.slice(2).map(Number);
const server = await startServer();
const browser = await launchChromium();
let failed = 0;
for (let seed = first; seed < first + rounds; seed++) {
  const done = [];
  const page = await openPage(browser, server);
  try {
    await page.waitForStatus(PLAYING);
    await playRound(page, makeDice(seed), done);
    await settle(page);
    console.log(`seed ${seed}: ok, ${await share(page)}`);
  } catch (error) {
    failed++;
    console.log(`seed ${seed}: FAIL after ${done.join('; ')}\n      ${error.stack ?? error}`);
  }
  await page.page.context().close();
}
await browser.close();
await server.close();
console.log(`${rounds - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

async function playRound(handle, dice, done) {
  const { page } = handle;
  const radios = await page
    .locator('input[type=radio]:not([name=drawing])')
    .evaluateAll((all) => all.map(({ value }) => value).filter((value) => value !== 'finest'));
  const begin = await page.evaluate(() => navigation.currentEntry.index);
  const acts = {
    choose: () =>
      page
        .locator(`input[value="${dice.of(radios)}"]`)
        .check({ force: true, ...SOON })
        .catch(() => {}),
    press: () => page.keyboard.press(dice.of(KEYS)),
    wind: () =>
      page
        .locator('#wind')
        .fill(String(dice.below(9)), SOON)
        .catch(() => {}),
    back: () => page.evaluate((n) => navigation.currentEntry.index > n && history.back(), begin),
    forward: () => page.evaluate(() => history.forward()),
    badLink: () => page.evaluate((hash) => (location.hash = hash), dice.of(BAD)),
    link: () => page.evaluate((hash) => (location.hash = hash), SHEET_LINK),
    drag: () => drag(page, dice),
    resize: () =>
      page.setViewportSize({ width: dice.of([390, 800, 1100]), height: dice.of([560, 844]) }),
  };
  const often = ['choose', 'choose', 'choose', 'press', 'press', 'press'];
  for (let i = 0; i < ACTIONS; i++) {
    const name = dice.of([...often, ...Object.keys(acts)]);
    done.push(name);
    await acts[name]();
    if (dice.chance(0.6)) await page.waitForTimeout(1500 * dice.number() ** 3);
  }
}

async function drag(page, { number, chance }) {
  const { width, height } = page.viewportSize();
  await page.mouse.move(width * (0.3 + 0.4 * number()), height * (0.3 + 0.4 * number()));
  await page.mouse.down();
  await page.mouse.move(width * number(), height * number(), { steps: 4 });
  if (chance(0.8)) await page.mouse.up();
}

/** Closes what lies over the page, and has it play. */
async function settle(handle) {
  const { page } = handle;
  await page.mouse.up();
  await page.setViewportSize({ width: 800, height: 560 });
  await page.keyboard.press('Escape');
  await page.evaluate(() => document.activeElement?.blur());
  for (let i = 0; i < 60 && !PLAYING.test(await handle.status()); i++) {
    const play = handle.button('Play');
    if (await play.isVisible()) await play.click();
    await page.waitForTimeout(1000);
  }
  assert.match(await handle.status(), PLAYING);
  if (await page.locator('.meter').isVisible()) await page.keyboard.press('m');
  assert.deepEqual(handle.errors, []);
}

/** Shares what is shown, and opens it elsewhere where that does not take long. */
async function share(handle) {
  await handle.press('Space');
  const { step, hash } = await handle.still();
  const url = await handle.share();
  if (Number(step) > LONGEST) return `not opened again at step ${step}`;
  const other = await openPage(browser, server, { url, reducedMotion: 'reduce' });
  assert.match(await other.waitForNotice(/eproduced/, 120_000), /^Reproduced bit for bit/);
  assert.deepEqual(await other.still(), { step, hash });
  assert.deepEqual(await choicesOf(other), await choicesOf(handle));
  assert.deepEqual(other.errors, []);
  await other.page.context().close();
  return `the same ${step} steps elsewhere`;
}

/** What the panel says, but for the mesh, which a link has instead of `auto`, and which garment it shows. */
function choicesOf({ page }) {
  return page.evaluate(() => {
    const checked = document.querySelectorAll(
      'input[type=radio]:checked:not([name=mesh]):not([name=drawing]):not([name=piece])',
    );
    return [...checked].map(({ name, value }) => `${name} ${value}`).concat(wind.value);
  });
}
