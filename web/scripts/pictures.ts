// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Takes the pictures of docs/pictures, and the one that links to the page show: `npm run pictures`, or
// `npm run pictures -- skirt hero` for some of them. Walkers and moments of scenes, drawn in headless Chromium by the view
// modules of the page.
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { createServer } from 'vite';
import { launchChromium } from '../../scripts/chromium.mjs';
import { nativeFrame } from './pictures/frames';
import { SHEETS, type Sheet, type Shot } from './pictures/sheets';
import type { Shown } from './pictures/studio';

const WEB = fileURLToPath(new URL('../', import.meta.url));
const OUT = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const PUBLIC = fileURLToPath(new URL('../public/', import.meta.url));
const SCENES = new URL('../../scenes/', import.meta.url);

/** Height of every picture, CSS px; drawn with twice as many and scaled down in the sheet. */
const HEIGHT = 640;

/** Time for the page to load, ms: the first time its modules are compiled, on a machine that may be busy. */
const LOAD_TIMEOUT = 300_000;

/** Puts on the stage what a shot is of; answers with what the page says about its steps. */
async function present(page: Page, { of }: Shot): Promise<Shown[]> {
  if ('row' in of) {
    return page.evaluate((row) => window.studio!.dress(row.row, row.steps), of);
  }
  const scene: unknown = JSON.parse(readFileSync(new URL(`${of.scene}.json`, SCENES), 'utf8'));
  if (of.native) {
    const frame = nativeFrame(of.scene, of.step);
    await page.evaluate(
      ([wanted, moment, meshes]) => window.studio!.place(wanted, meshes, moment.colours),
      [scene, of, frame] as const,
    );
    return [];
  }
  return page.evaluate(
    ([wanted, moment]) => window.studio!.play(wanted, moment.step, moment.colours),
    [scene, of] as const,
  );
}

/** Photographs a shot from all its sides; answers with pictures as data addresses. */
async function photograph(page: Page, shot: Shot): Promise<string[]> {
  await page.setViewportSize({ width: shot.width, height: HEIGHT });
  for (const shown of await present(page, shot)) console.log(JSON.stringify(shown));
  const pictures: string[] = [];
  for (const view of shot.views) {
    await page.evaluate((from) => window.studio!.look(from), view);
    const png = await page.screenshot();
    pictures.push(`data:image/png;base64,${png.toString('base64')}`);
  }
  return pictures;
}

/** Lays pictures side by side and writes them as one JPEG. */
async function compose(browser: Browser, sheet: Sheet, pictures: string[]): Promise<void> {
  const height = HEIGHT;
  const width = sheet.shots.reduce((sum, shot) => sum + shot.width * shot.views.length, 0);
  const page = await browser.newPage({ viewport: { width, height } });
  const images = pictures.map((src) => `<img src="${src}" height="${height}">`);
  await page.setContent(`<body style="margin:0;display:flex">${images.join('')}</body>`);
  const path = `${sheet.published ? PUBLIC : OUT}${sheet.name}.jpg`;
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
  const page = await browser.newPage({
    viewport: { width: HEIGHT, height: HEIGHT },
    deviceScaleFactor: 2,
  });
  page.on('pageerror', (error) => console.error(error));
  await page.goto(`${server.resolvedUrls!.local[0]}scripts/pictures/index.html`, {
    timeout: LOAD_TIMEOUT,
  });
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
