// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Takes the pictures of docs/pictures: `npm run pictures`, or `npm run pictures -- skirt hero` for some of them. Three
// bodies in three garments, mid-stride, drawn in headless Chromium by the view modules of the page.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { createServer } from 'vite';
import { launchChromium } from '../../scripts/chromium.mjs';
import type { Choices } from '../src/app/choices';
import type { Dressed } from './pictures/studio';

const WEB = fileURLToPath(new URL('../', import.meta.url));
const OUT = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));

/** Of one figure, CSS px; drawn with twice as many and scaled down in the sheet. */
const FIGURE = { width: 320, height: 640 };
/** Steps after the clothes hang, in the middle of a long stride. */
const STRIDE = 96;
const FRONT = 0.12;
const QUARTER = 0.4;
const SIDE = Math.PI / 2 - 0.1;

/** A row of figures and the sides it is taken from. */
interface Shot {
  row: Partial<Choices>[];
  views: number[];
  width: number;
}

interface Sheet {
  name: string;
  quality: number;
  shots: Shot[];
}

const BODIES = ['woman', 'man', 'plus'] as const;

function sheetOf(garment: Choices['garment'], look: Partial<Choices>): Sheet {
  const shots = BODIES.map((body) => ({
    row: [{ garment, body, ...look }],
    views: [FRONT, SIDE],
    width: FIGURE.width,
  }));
  return { name: garment, quality: 86, shots };
}

const SHEETS: Sheet[] = [
  sheetOf('skirt', { fabric: 'cotton', colour: 'clay' }),
  sheetOf('tshirt', { fabric: 'jersey', colour: 'moss' }),
  sheetOf('trousers', { fabric: 'cotton', colour: 'indigo' }),
  {
    name: 'hero',
    quality: 90,
    shots: [
      {
        row: [
          { body: 'plus', garment: 'tshirt', colour: 'ochre', fabric: 'jersey' },
          { body: 'woman', garment: 'skirt', print: 'gingham' },
          { body: 'man', garment: 'tshirt', colour: 'indigo', print: 'stripes' },
        ],
        views: [QUARTER],
        width: 1200,
      },
    ],
  },
];

/** Dresses a row and photographs it from all its sides; answers with pictures as data addresses. */
async function photograph(page: Page, { row, views, width }: Shot): Promise<string[]> {
  await page.setViewportSize({ width, height: FIGURE.height });
  const said: Dressed[] = await page.evaluate(
    ([wanted, steps]) => window.studio!.dress(wanted, steps),
    [row, STRIDE] as const,
  );
  row.forEach((choices, i) =>
    console.log(Object.values(choices).join(' '), JSON.stringify(said[i])),
  );
  const pictures: string[] = [];
  for (const azimuth of views) {
    await page.evaluate((a) => window.studio!.look(a), azimuth);
    const png = await page.screenshot();
    pictures.push(`data:image/png;base64,${png.toString('base64')}`);
  }
  return pictures;
}

/** Lays pictures side by side and writes them as one JPEG. */
async function compose(browser: Browser, sheet: Sheet, pictures: string[]): Promise<void> {
  const { height } = FIGURE;
  const width = sheet.shots.reduce((sum, shot) => sum + shot.width * shot.views.length, 0);
  const page = await browser.newPage({ viewport: { width, height } });
  const images = pictures.map((src) => `<img src="${src}" height="${height}">`);
  await page.setContent(`<body style="margin:0;display:flex">${images.join('')}</body>`);
  const path = `${OUT}${sheet.name}.jpg`;
  await page.screenshot({ path, type: 'jpeg', quality: sheet.quality });
  await page.close();
  console.log(path);
}

const wanted = process.argv.slice(2);
mkdirSync(OUT, { recursive: true });
const server = await createServer({
  root: WEB,
  logLevel: 'error',
  optimizeDeps: { entries: ['scripts/pictures/index.html'] },
  server: { port: 0, host: '127.0.0.1', hmr: false, watch: null },
});
await server.listen();
const browser = await launchChromium();
try {
  const page = await browser.newPage({ viewport: FIGURE, deviceScaleFactor: 2 });
  page.on('pageerror', (error) => console.error(error));
  await page.goto(`${server.resolvedUrls!.local[0]}scripts/pictures/index.html`);
  await page.waitForFunction(() => window.studio, null, { timeout: 120_000 });
  for (const sheet of SHEETS.filter((s) => wanted.length === 0 || wanted.includes(s.name))) {
    const pictures: string[] = [];
    for (const shot of sheet.shots) pictures.push(...(await photograph(page, shot)));
    await compose(browser, sheet, pictures);
  }
} finally {
  await browser.close();
  await server.close();
}
