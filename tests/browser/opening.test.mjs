// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From the first paint to the first frame, and from a lost picture to the next one.
import assert from 'node:assert/strict';
import { SHEET_LINK } from './support/links.mjs';
import { meanDifference, pixelsOf } from './support/pictures.mjs';

/** Runs before the page's scripts: notes when WebGL is asked for. */
const noteWebGL = `
  const real = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    if (/webgl/.test(kind)) window.webglTime ??= performance.now();
    return real.call(this, kind, ...rest);
  };`;

/** Pictures that are compared have every pixel, and detail that does not follow how busy the machine is. */
const LOOKED_AT = {
  deviceScaleFactor: 1,
  init: "if (location.protocol !== 'about:') localStorage.setItem('weft.drawing', 'fine');",
};

export const tests = [
  {
    name: 'paints panel and outline before WebGL is asked for, and the figure in place of the outline',
    async run({ open, server }) {
      const page = await open({ url: 'about:blank', init: noteWebGL });
      let go;
      const held = new Promise((resolve) => (go = resolve));
      await page.page.route('**/assets/three-*.js', (route) => held.then(() => route.continue()));
      await page.page.goto(server.url + SHEET_LINK, { waitUntil: 'commit' });
      await page.page.locator('#outline').waitFor();
      // Before that it may be measured without the style sheets.
      await page.page.waitForFunction(
        () => performance.getEntriesByName('first-contentful-paint').length > 0,
      );
      const outline = await page.page.locator('#outline').boundingBox();
      const panel = await page.page.locator('.panel').boundingBox();
      assert.ok(outline.height > 300 && outline.x + outline.width <= panel.x + 1);
      assert.equal(await page.page.locator('canvas').count(), 0);
      go();
      await page.waitForStatus(/Paused at step 3/);
      await page.page.locator('#outline').waitFor({ state: 'detached' });
      const [painted, asked] = await page.page.evaluate(() => [
        performance.getEntriesByName('first-contentful-paint')[0].startTime,
        window.webglTime,
      ]);
      assert.ok(painted < asked, `painted at ${painted} ms, WebGL asked for at ${asked} ms`);
      assert.deepEqual(page.errors, []);
    },
  },
  {
    name: 'looks the same in the light of its file and in the one that the graphics card makes without',
    whole: true,
    async run({ open, server }) {
      const close = '.notice button[aria-label=Close]'; // of the notice: the hash is made up
      const baked = await open({ path: SHEET_LINK, ...LOOKED_AT });
      await baked.waitForStatus(/Paused at step 3/);
      await baked.page.locator(close).click();
      const seen = await picture(baked);
      const page = await open({ url: 'about:blank', ...LOOKED_AT });
      await page.page.route('**/cooked/studio-*', (route) => route.fulfill({ status: 404 }));
      await page.page.goto(server.url + SHEET_LINK);
      await page.waitForStatus(/Paused at step 3/);
      await page.page.locator(close).click();
      const off = meanDifference(seen, await picture(page));
      assert.ok(off < 1, `the pictures differ by ${off.toFixed(2)} of 255 in the mean`);
      assert.ok(off > 0, 'the light of the file was not asked for');
    },
  },
  {
    name: 'says that the picture is lost, waits, and draws the same picture when it is back',
    async run({ open }) {
      const page = await open({ path: SHEET_LINK, ...LOOKED_AT });
      await page.waitForStatus(/Paused at step 3/);
      await page.page.locator('.notice button[aria-label=Close]').click(); // the hash is made up
      const before = await picture(page);
      await page.page.evaluate(() => {
        const gl = document.getElementById('stage').getContext('webgl2');
        window.loss = gl.getExtension('WEBGL_lose_context');
        window.loss.loseContext();
      });
      assert.match(await page.waitForNotice(/took the picture away/), /waiting for it/);
      await page.page.evaluate(() => window.loss.restoreContext());
      await page.waitForNotice(/picture is back/);
      await page.page.locator('.notice button[aria-label=Close]').click();
      const off = meanDifference(before, await picture(page));
      assert.ok(off < 0.5, `the pictures differ by ${off.toFixed(2)} of 255 in the mean`);

      await page.press('Space');
      await page.waitForStatus(/Playing/);
      await page.page.evaluate(() => window.loss.loseContext());
      await page.waitForStatus(/Paused/);
      await page.page.getByRole('button', { name: 'Load again' }).waitFor(); // it does not come back
      await page.page.evaluate(() => window.loss.restoreContext());
      await page.waitForNotice(/picture is back/);
      await page.waitForStatus(/Playing/);
    },
  },
  {
    name: 'opening: the shaders of the figure are there before its first picture is drawn',
    async run({ server, open }) {
      const page = await open({ url: 'about:blank', init: noteShaders, firstVisit: true });
      let shown;
      const seen = new Promise((resolve) => (shown = resolve));
      // With the colours of its corners it has other shaders than with its pictures, whenever they come.
      await page.page.route('**/*.webp', (route) => seen.then(() => route.continue()));
      const asked = () => window.shaders.before.length >= 11;
      await page.page.route('**/scenes.json', async (route) => {
        await page.page.waitForFunction(asked, null, { timeout: 20_000 }).catch(() => {});
        await route.continue();
      });
      await page.page.goto(server.url);
      await page.page.locator('#outline').waitFor({ state: 'detached' });
      const { before, after } = await page.page.evaluate(() => window.shaders);
      shown();
      const ofFigure = (name) => /MeshPhysical|MeshDepth/.test(name);
      assert.ok(before.filter(ofFigure).length >= 10, `compiled before: ${before.join(' ')}`);
      assert.deepEqual(after.filter(ofFigure), [], 'compiled while it is drawn');
      assert.deepEqual(page.errors, []);
    },
  },
];

/** The middle of the canvas, once the figure's outline is gone and it does not change any more. */
async function picture({ page }) {
  await page.locator('#outline').waitFor({ state: 'detached' });
  const clip = { x: 60, y: 100, width: 360, height: 340 };
  let seen = await page.screenshot({ clip });
  for (let tries = 0; tries < 20; tries++) {
    await page.waitForTimeout(500);
    const last = seen;
    seen = await page.screenshot({ clip });
    if (seen.equals(last)) break;
  }
  return pixelsOf(page, seen);
}

/** Runs in the page before its scripts: what shaders are linked before something is drawn, and with the first picture. */
function noteShaders() {
  window.shaders = { before: [], after: [] };
  let { before: now } = window.shaders;
  const names = new WeakMap();
  const gl = WebGL2RenderingContext.prototype;
  const { shaderSource, attachShader, linkProgram, drawElements } = gl;
  gl.shaderSource = function (shader, source) {
    names.set(shader, /#define SHADER_TYPE (\w+)/.exec(source)?.[1]);
    return shaderSource.call(this, shader, source);
  };
  gl.attachShader = function (program, shader) {
    names.set(program, names.get(shader));
    return attachShader.call(this, program, shader);
  };
  gl.linkProgram = function (program) {
    if (document.getElementById('outline')) now.push(names.get(program));
    return linkProgram.call(this, program);
  };
  gl.drawElements = function (...what) {
    now = window.shaders.after;
    return drawElements.apply(this, what);
  };
}
