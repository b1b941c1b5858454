// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Scenes with other methods than the defaults: a link opens them, with the module that they need, and they come to the
// hash that they have elsewhere. Without that module the page says what is missing and goes on.
import assert from 'node:assert/strict';
import { Weft } from 'weft-cloth';
import { cook } from 'weft-scenes';
import { linkOf } from './support/links.mjs';

const PLAYING = /Playing, \d+ crossings/;
const STEP = 40;

const sceneWith = (methods) => ({
  name: 'sheet',
  bodies: [{ kind: 'sphere', radius: 0.2, at: [0, 0.5, 0] }],
  cloths: [{ kind: 'grid', size: [0.6, 0.6], columns: 13, rows: 13, at: [0, 0.72, 0] }],
  methods,
});

/** What a scene comes to under Node. */
async function hashOf(scene) {
  const weft = await Weft.load();
  const world = await weft.openScene(cook(scene).bytes);
  for (let step = 0; step < STEP; ++step) world.step();
  return world.hash();
}

export const tests = [
  {
    name: 'a link with other methods opens and reproduces its hash',
    async run({ linked }) {
      const cases = [
        { structure: 'uniform_grid' },
        { structure: { name: 'dop_tree', k: 18, arity: 4 } },
        { response: { name: 'impact_zones', impulses: 6 } },
        { solver: { name: 'implicit_euler', iterations: 40, sweeps: 6 } },
      ];
      for (const methods of cases) {
        const scene = sceneWith(methods);
        const page = await linked(linkOf(scene, STEP, await hashOf(scene)));
        assert.match(await page.waitForNotice(/eproduced/), /^Reproduced bit for bit/);
        assert.deepEqual(page.errors, []);
      }
    },
  },
  {
    name: 'a link from when parameters of the tree had names of their own still opens',
    async run({ linked }) {
      const scene = sceneWith({ dop_k: 18, dop_arity: 4 });
      const hash = await hashOf(sceneWith({ structure: { name: 'dop_tree', k: 18, arity: 4 } }));
      const page = await linked(linkOf(scene, STEP, hash));
      assert.match(await page.waitForNotice(/eproduced/), /^Reproduced bit for bit/);
    },
  },
  {
    name: 'methods that do not exist are refused with the nearest, and the page goes on',
    async run({ playing }) {
      const page = await playing();
      const cases = [
        [{ structure: 'uniform_gird' }, /uniform_gird.*did you mean 'uniform_grid'/],
        [{ structure: 'inclusion_feld' }, /inclusion_feld.*did you mean 'inclusion_field'/],
        [{ structure: { name: 'dop_tree', kk: 8 } }, /structure\.kk.*did you mean 'k'/],
        [{ structure: { name: 'dop_tree', cell: 2 } }, /parameter of the structure 'uniform_grid'/],
        [{ solver: { name: 'implicit_euler', k: 8 } }, /parameter of the structure 'dop_tree'/],
        [{ solver: { name: 'implicit_euler', iterations: 0 } }, /0 is too small; the least is 5/],
        [{ structure: { name: 'uniform_grid', cell: 9 } }, /9 is too large; the most is 8/],
      ];
      for (const [methods, pattern] of cases) {
        const hash = linkOf(sceneWith(methods));
        await page.page.evaluate((fragment) => (location.hash = fragment), hash);
        assert.match(await page.waitForNotice(pattern), /goes on with what it had/);
      }
      await page.page.evaluate(() => history.replaceState(null, '', location.pathname));
      await page.waitForStatus(PLAYING);
    },
  },
  {
    name: 'without the module of a method the page names it and goes on',
    async run({ open }) {
      const page = await open();
      await page.waitForStatus(PLAYING);
      await page.page.context().route(/weft-lab/, (route) => route.fulfill({ status: 404 }));
      const fragment = linkOf(sceneWith({ structure: 'uniform_grid' }));
      await page.page.evaluate((hash) => (location.hash = hash), fragment);
      const said = await page.waitForNotice(/uniform_grid/);
      assert.match(said, /The structure "uniform_grid" needs the module weft-lab\.wasm/);
      assert.match(said, /404/);
      assert.match(said, /goes on with what it had/);
      await page.waitForStatus(PLAYING);
    },
  },
  {
    name: 'the example of structures steps cloth with every tree and the grid',
    whole: true,
    async run({ open }) {
      const { page } = await open({ path: 'examples/structures.html' });
      const menu = page.locator('#structure');
      await page.waitForFunction(() =>
        /pairs in/.test(document.querySelector('#told').textContent),
      );
      const names = await menu.locator('option').allTextContents();
      assert.equal(names.filter((name) => name.startsWith('dop_tree')).length, 15);
      assert.ok(names.includes('uniform_grid') && names.includes('brute_force'));
      for (const [index] of names.entries()) {
        await page.evaluate(() => (document.querySelector('#told').textContent = ''));
        await menu.selectOption({ index });
        await page.waitForFunction(() =>
          /[1-9]\d* pairs in/.test(document.querySelector('#told').textContent),
        );
      }
      assert.equal(await page.locator('#problem').isVisible(), false);
    },
  },
];
