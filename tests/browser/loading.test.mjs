// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Files that cannot be had: each is asked for twice, then one sentence says what failed, and a button tries again.
import assert from 'node:assert/strict';
import { SHEET_LINK } from './support/links.mjs';

const abort = (route) => route.abort();
const missing = (route) => route.fulfill({ status: 404, body: 'not here' });
const cut = async (route) => {
  const whole = await route.fetch();
  await route.fulfill({ response: whole, body: (await whole.body()).subarray(0, 20_000) });
};

/** What fails, how, and what the page has to say. */
const WORKER_FILES = [
  ['**/simulation.worker-*.js', abort, /^The simulation could not be loaded.*Check the connection/],
  ['**/weft-*.wasm', missing, /^The simulator could not be loaded \(weft-.*answered 404/],
  ['**/avatar.bin', abort, /^The bodies could not be loaded \(avatar\.bin\): .*not be reached/],
  ['**/avatar.bin', cut, /^The bodies could not be loaded \(avatar\.bin\): .*cut short/],
];

/** The page's own files, without which there is only what index.html and check.js say. */
const PAGE_FILES = [
  ['**/assets/index-*.js', missing, /^A part of the page could not be loaded: index-.*\.js/],
  ['**/assets/app-*.js', abort, /^A part of the page could not be loaded: the one that draws/],
  ['**/assets/index-*.css', abort, /^A part of the page could not be loaded: index-.*\.css/],
];

/** What is imported by a file above, and told in the same sentence. */
const MORE_FILES = [
  ['**/assets/three*.js', missing, /^A part of the page could not be loaded: the one that draws/],
];

/** Opens a link, which must be what the button opens, while a file fails; counts how often it is asked for. */
async function openWithout(page, server, pattern, fail) {
  const asked = { count: 0 };
  await page.page.unrouteAll();
  await page.page.route(pattern, (route) => {
    asked.count++;
    return fail(route);
  });
  await page.page.goto('about:blank');
  await page.page.goto(server.url + SHEET_LINK);
  return asked;
}

export const tests = [
  {
    name: 'says which file of the simulation failed, asks twice for it, and tries again',
    async run({ open, server }) {
      const page = await open({ url: 'about:blank' });
      for (const [pattern, fail, sentence] of WORKER_FILES) {
        const asked = await openWithout(page, server, pattern, fail);
        const said = await page.waitForNotice(/could not be loaded/);
        assert.match(said, sentence);
        assert.doesNotMatch(said, /Failed to fetch/);
        await page.waitForStatus(/^Stopped$/);
        assert.equal(asked.count, 2, `${pattern} is asked for twice`);
        await page.page.unrouteAll();
        await page.page.getByRole('button', { name: 'Try again' }).click();
        await page.waitForStatus(/Paused at step 3/);
      }
    },
  },
  {
    name: 'says when a part of the page itself is missing, and loads again',
    async run({ open, server, whole }) {
      const page = await open({ url: 'about:blank' });
      const files = whole ? [...PAGE_FILES, ...MORE_FILES] : PAGE_FILES;
      for (const [pattern, fail, sentence] of files) {
        const asked = await openWithout(page, server, pattern, fail);
        const box = page.page.locator('#blocked');
        await box.waitFor();
        assert.match(await box.innerText(), sentence);
        assert.ok((await box.boundingBox()).y < 300, 'the sentence is in sight');
        assert.ok(asked.count >= 1 && asked.count <= 3, `${pattern}: ${asked.count} requests`);
        await page.page.unrouteAll();
        await box.getByRole('button', { name: 'Load again' }).click();
        await page.waitForStatus(/Paused at step 3/);
        assert.ok(!(await box.isVisible()));
      }
    },
  },
  {
    name: 'cooks and sews the first scene itself when the cooked one is missing or damaged',
    async run({ open, server }) {
      const page = await open({ url: 'about:blank' });
      let asked = 0;
      await page.page.route('**/coarse.weft-*.deflate', (route) => {
        asked++;
        return cut(route);
      });
      await page.page.goto(server.url);
      // How long it says that it drafts depends on the machine; that it sews and plays does not.
      await page.waitForShown(/Sewing/, 0);
      await page.waitForStatus(/^Playing, 0 crossings/);
      assert.equal(asked, 2, 'the cooked scene is asked for twice');
      assert.deepEqual(page.errors, []);
    },
  },
];
