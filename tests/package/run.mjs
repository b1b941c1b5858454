// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Packs weft-cloth and weft-scenes, installs the tarballs in an empty folder and tries them there as an outsider would:
//
//     node tests/package/run.mjs          the whole table: every bundler and version
//     node tests/package/run.mjs --quick  what ./test.sh runs
//     node tests/package/run.mjs WORD...  cases whose name has a word
//
// The last line is `N passed, N failed`.
import { installBundlers, bundlerCases } from './bundlers.mjs';
import {
  freshFolder,
  install,
  pack,
  readmeExample,
  removeScratch,
  runIn,
  SCRATCH,
} from './fresh.mjs';
import { nodeCases } from './node_cases.mjs';
import { closeBrowser } from './page.mjs';
import { typeCases } from './type_cases.mjs';

const words = process.argv.slice(2);
const quick = words[0] === '--quick';
const cases = [...nodeCases, ...typeCases, ...bundlerCases].filter((c) =>
  quick ? c.quick : words.length === 0 || words.some((word) => c.name.includes(word)),
);

/** What the cases share: the tarballs, the folder they are installed in, with types of three, and the hash in Node. */
async function prepare() {
  if (!quick) await installBundlers();
  const tarballs = pack();
  const installed = await install(tarballs);
  const typed = await withTypesOfThree(installed);
  const folder = freshFolder(installed, 'expected', { 'main.js': readmeExample() });
  const expected = (await runIn(folder, 'node', ['main.js'])).trim().split('\n').at(-1);
  return { tarballs, installed, typed, expected };
}

/** @types/three and what it needs, as `npm install` brings it. */
async function withTypesOfThree(installed) {
  const folder = freshFolder(installed, 'typed');
  const options = ['--no-audit', '--no-fund', '--prefer-offline', '--silent'];
  await runIn(folder, 'npm', ['install', ...options, '@types/three@0.187.0']);
  return folder;
}

let [passed, failed] = [0, 0];
const start = performance.now();
const seconds = (from) => `${((performance.now() - from) / 1000).toFixed(1)} s`;
try {
  const context = await prepare();
  console.log(`packed and installed in ${SCRATCH} (${seconds(start)})`);
  for (const { name, run } of cases) {
    const from = performance.now();
    try {
      await run(context);
      passed++;
      console.log(`ok    ${name} (${seconds(from)})`);
    } catch (error) {
      failed++;
      console.log(
        `FAIL  ${name}\n      ${String(error.stack ?? error).replace(/\n/g, '\n      ')}`,
      );
    }
  }
} catch (error) {
  failed++;
  console.log(String(error.stack ?? error));
} finally {
  await closeBrowser();
  removeScratch();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
