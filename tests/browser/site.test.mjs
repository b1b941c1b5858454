// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What stands around the page: where its source is, what a posted link shows, the example.
import assert from 'node:assert/strict';

/** Status and type of an address, and how many bytes there are. */
async function head(page, address) {
  const answer = await page.page.request.get(address);
  const size = (await answer.body()).length;
  return { status: answer.status(), type: answer.headers()['content-type'] ?? '', size };
}

export const tests = [
  {
    name: 'links to its source, its licence and an example, and all of them are there',
    async run({ open, server }) {
      const page = await open({ path: 'source/index.html' });
      const links = await page.page.locator('a').evaluateAll((all) => all.map((a) => a.href));
      for (const link of links) assert.equal((await head(page, link)).status, 200, link);
      const zip = await head(page, `${server.url}source/weft-source.zip`);
      assert.match(zip.type, /zip/);
      assert.ok(zip.size > 500_000 && zip.size < 5_000_000, `${zip.size} bytes`);
      const licence = await head(page, `${server.url}source/LICENSE.txt`);
      assert.match(licence.type, /^text\/plain/);
      assert.deepEqual(page.errors, []);
    },
  },
  {
    name: 'says what a posted link shows, with a picture that is there',
    async run({ open, server }) {
      const page = await open({ path: 'source/index.html' });
      const html = await (await page.page.request.get(server.url)).text();
      const tag = (name) => new RegExp(`property="og:${name}" content="([^"]+)"`).exec(html)?.[1];
      assert.equal(tag('title'), 'Weft – cloth in the browser');
      assert.ok(tag('description').length > 40);
      const picture = await head(page, new URL(tag('image'), server.url).href);
      assert.match(picture.type, /jpeg/);
      assert.ok(picture.size > 10_000);
      assert.match(html, /name="twitter:card" content="summary_large_image"/);
      const manifest = await (
        await page.page.request.get(`${server.url}manifest.webmanifest`)
      ).json();
      for (const { src } of manifest.icons)
        assert.equal((await head(page, server.url + src)).status, 200);
    },
  },
  {
    name: 'shows the example of the module alone, with its source beside it',
    async run({ open }) {
      const page = await open({ path: 'examples/sheet_on_sphere.html', width: 1000, height: 400 });
      await page.waitForPixels('red', 0.03);
      assert.match(await page.page.locator('h1').innerText(), /sheet on a sphere/i);
      const source = await page.page.locator('[data-source="sheet_on_sphere.ts"]').innerText();
      assert.match(source, /^import[\s\S]*Weft\.load[\s\S]*world\.advance\(/);
      assert.deepEqual(page.errors, []);
    },
  },
];
