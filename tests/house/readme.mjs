// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the README shows of a terminal is what the commands print, but for times; its example in C is compiled and run
// with the command below it. Its snippets of JavaScript are tests/package's.
//
//     node tests/house/readme.mjs     the last line is `N passed, N failed`
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withTree } from './tree.mjs';

const TREE = fileURLToPath(new URL('../..', import.meta.url));

/** What the text shows of a terminal: `{command, output}`, the output in lines. */
function shownCommands(text) {
  const shown = [];
  let open = false;
  for (const line of text.split('\n')) {
    const command = /^ {4}\$ (.*)$/.exec(line);
    if (command) {
      shown.push({ command: command[1], output: [] });
    } else if (open && /^( {4}|$)/.test(line)) {
      shown.at(-1).output.push(line.slice(4));
    }
    open = command !== null || (open && /^( {4}|$)/.test(line));
  }
  return shown;
}

/** Lines to compare: the times below `ms a step` are a machine's own. */
function comparable(lines) {
  let timed = false;
  return lines
    .map((line) => {
      timed = line.startsWith('ms a step') || (timed && line !== '');
      const words = line.replace(/\s+/g, ' ').trim();
      return timed ? words.replace(/\d+\.\d+/g, '#') : words;
    })
    .join('\n')
    .trim();
}

/** Runs all of it in a folder in which the commands find what they name, and leave what they write. */
function checkAll(text, folder) {
  for (const name of ['build', 'core', 'node_modules', 'scenes']) {
    symlinkSync(join(TREE, name), join(folder, name));
  }
  // The build is there: what checks it are suites of their own.
  const shown = shownCommands(text).filter(({ command }) => !command.startsWith('cmake '));
  assert.ok(shown.length >= 3, 'the commands are found');
  let failed = 0;
  for (const { command, output } of shown) {
    try {
      const said = execFileSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8' });
      assert.equal(comparable(said.split('\n')), comparable(output));
    } catch (error) {
      failed += 1;
      console.log(`$ ${command}\n${error.message}`);
    }
  }
  console.log(`${shown.length - failed} passed, ${failed} failed`);
  return failed;
}

const text = readFileSync(join(TREE, 'README.md'), 'utf8');
const [, example] = /^```c\n([\s\S]*?)^```/m.exec(text);
const failed = withTree({ 'hello.c': example }, (folder) => checkAll(text, folder));
process.exitCode = failed === 0 ? 0 : 1;
