// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The figure while its pictures are on their way, when they cannot be had, and when they come after all: never undressed,
// never without hair, never silent.
import assert from 'node:assert/strict';
import { linkOf } from './support/links.mjs';

/** A body that stands still, and a scrap of cloth out of sight. */
const STANDING = {
  name: 'standing',
  bodies: [{ kind: 'avatar', name: 'wearer', body: 'woman', motion: 'stand' }],
  cloths: [
    { kind: 'grid', name: 'scrap', size: [0.02, 0.02], columns: 2, rows: 2, at: [0, 1, -0.6] },
  ],
};
const LINK = linkOf(STANDING, 1);
const PICTURES = ['brows', 'eyes', 'lashes', 'ponytail', 'skin_woman'];

/** Lets the test decide what becomes of pictures. */
class Gate {
  asked = [];
  held = [];
  mode = 'hold';

  async watch(page) {
    await page.route('**/*.webp', (route) => {
      this.asked.push(/([^/]+)\.webp/.exec(route.request().url())[1]);
      if (this.mode === 'hold') this.held.push(route);
      else this.end(route);
    });
  }

  /** From now on all pass, or none. */
  turn(mode) {
    this.mode = mode;
    for (const route of this.held.splice(0)) this.end(route);
  }

  end(route) {
    const done = this.mode === 'pass' ? route.continue() : route.abort();
    done.catch(() => {}); // the page may be gone
  }
}

export const tests = [
  {
    name: 'a figure is dressed before its pictures come, without them it says so, and trying again paints it',
    async run({ open, server }) {
      const page = await open({ url: 'about:blank' });
      const gate = new Gate();
      await gate.watch(page.page);
      await page.page.goto(server.url + LINK);
      await page.waitForStatus(/Paused at step 1/);
      await page.page.locator('.notice button[aria-label=Close]').click(); // the hash is made up
      assert.deepEqual([...new Set(gate.asked)].sort(), PICTURES);
      await page.waitForPixels('slate', 0.008);
      await page.waitForPixels('hair', 0.0003);
      const [slate, skin] = [await page.pixels('slate'), await page.pixels('skin')];
      assert.ok(skin < 2 * slate, 'the underwear covers trunk and thighs');

      gate.turn('abort');
      const said = await page.waitForNotice(/could not be loaded/);
      assert.match(said, /^Pictures of the figure could not be loaded \(.*\.webp\).* try again\./);
      assert.ok((await page.pixels('slate')) > slate / 2, 'it stays dressed'); // the notice takes room

      gate.asked = [];
      gate.turn('pass');
      const before = await page.stagePicture();
      const arrived = PICTURES.map((name) =>
        page.page.waitForResponse((r) => r.url().endsWith(`${name}.webp`) && r.ok()),
      );
      await page.page.getByRole('button', { name: 'Try again' }).click();
      await Promise.all(arrived);
      for (let i = 0; i < 20 && before.equals(await page.stagePicture()); i++) {
        await page.page.waitForTimeout(250);
      }
      assert.ok(!before.equals(await page.stagePicture()), 'the figure is painted');
      assert.ok(!(await page.page.locator('.notice').isVisible()), 'nothing is left to say');
      assert.deepEqual([...gate.asked].sort(), PICTURES);
    },
  },
  {
    name: 'pictures of the figure are asked for before the page itself has come',
    async run({ open, server }) {
      const page = await open({ url: 'about:blank' });
      const gate = new Gate();
      await gate.watch(page.page);
      await page.page.route('**/assets/three-*.js', () => {}); // never answered
      await page.page.goto(server.url, { waitUntil: 'commit' });
      for (let i = 0; i < 100 && gate.asked.length < PICTURES.length; i++) {
        await page.page.waitForTimeout(100);
      }
      assert.deepEqual([...gate.asked].sort(), PICTURES);
    },
  },
];
