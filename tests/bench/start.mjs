// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From the click to the first dressed picture, cold: a browser that was never here shows a link, which is clicked. The built
// page, WebGL in software. Prints what the page's own measurements say of every part, and when after the click its first
// steps have come (the picture is that of step 0), ms, the median of the turns. Build the pages first.
//
//   node tests/bench/start.mjs [--turns 3] [--size 1280x720] [--boot] [--trace FILE]
//
// With `--boot` the browser opens the page as it starts, and its own start is part of the time. `--trace` writes what Chromium did in the last turn, for its own performance panel.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { launchChromium } from '../../scripts/chromium.mjs';
import { startServer } from '../browser/support/pages.mjs';
import { hearingWorkers } from '../browser/support/workers.mjs';

/** A browser has come to rest so long after its start, ms. */
const REST = 2500;

/** Steps whose time is told. */
const STEPS = [1, 10, 60];

const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '3' },
    size: { type: 'string', default: '1280x720' },
    boot: { type: 'boolean', default: false },
    trace: { type: 'string' },
  },
});
const [width, height] = values.size.split('x').map(Number);
const turns = Number(values.turns);
if (!(turns >= 1 && width >= 100 && height >= 100)) {
  console.error('--turns takes a number from 1 on, --size something like 1280x720.');
  process.exit(2);
}

const server = await startServer();
const found = [];
for (let turn = 0; turn < turns; turn++) {
  found.push(await once(values.trace && turn === turns - 1 ? values.trace : null));
  console.log(`turn ${turn + 1}: ${JSON.stringify(found.at(-1))}`);
}
await server.close();
console.log('medians:');
for (const part of Object.keys(found[0])) {
  console.log(`  ${part.padEnd(10)} ${median(found.map((f) => f[part]))}`);
}

/** One cold start. */
async function once(trace) {
  const browser = await launchChromium();
  const page = await browser.newPage({ viewport: { width, height } });
  page.setDefaultTimeout(60_000);
  await page.addInitScript(hearingWorkers(noteSteps));
  if (!values.boot) {
    await page.setContent(`<body style="font: 20px sans-serif"><a href="${server.url}">Weft</a>`);
    await page.waitForTimeout(REST);
  }
  if (trace) await browser.startTracing(page, { screenshots: false });
  await (values.boot ? page.goto(server.url) : page.click('a'));
  await page.locator('#outline').waitFor({ state: 'detached' });
  if (trace) writeFileSync(trace, await browser.stopTracing());
  await page.waitForFunction((last) => window.stepTimes?.at(-1).step >= last, STEPS.at(-1));
  const times = await page.evaluate(
    (steps) => steps.map((n) => window.stepTimes.find(({ step }) => step >= n).time),
    STEPS,
  );
  await page.keyboard.press('m');
  const numbers = page.locator('.meter h2:text-is("Milliseconds to the first picture") + dl');
  await numbers.locator('dt:text-is("all") + dd').filter({ hasNotText: '–' }).waitFor();
  const [names, texts] = await Promise.all([
    numbers.locator('dt').allInnerTexts(),
    numbers.locator('dd').allInnerTexts(),
  ]);
  await browser.close();
  const steps = STEPS.map((n, i) => [`step ${n}`, Math.round(times[i])]);
  return Object.fromEntries([...names.map((name, i) => [name, Number(texts[i])]), ...steps]);
}

/** In the page: when the first steps have come, counted from what it begins with. */
function noteSteps(data) {
  if (data?.type !== 'frame') return;
  const times = (window.stepTimes ??= []);
  window.firstStep ??= data.step;
  times.push({ step: data.step - window.firstStep, time: performance.now() });
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
}
