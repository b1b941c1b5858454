// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Runs scenes in the native engine of a checkout: cooks, steps, reads the report of every step and what was dumped.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDump } from '../../crossings/dump.mjs';

/** A checkout that is built. `settings` are `--set` of every run, as STAGE.PARAMETER=VALUE. */
export class Native {
  #tree;
  #settings;
  #folder = mkdtempSync(join(tmpdir(), 'weft-guards-'));
  #made = 0;
  #awake = {};

  constructor(tree, settings) {
    this.#tree = tree;
    // What cloth does at rest is to be measured, not that it sleeps. Versions before that had no such key.
    const schema = JSON.parse(readFileSync(join(tree, 'scenes/schema.json'), 'utf8'));
    if ('sleep' in schema.properties) this.#awake = { sleep: false };
    this.#settings = settings.flatMap((setting) => ['--set', setting]);
  }

  /** The scene of a name, as an object that may be changed. */
  scene(name) {
    return JSON.parse(readFileSync(join(this.#tree, 'scenes', `${name}.json`), 'utf8'));
  }

  /** Cooks a scene, given by its name or as an object, in which nobody sleeps; returns the file. */
  cook(scene) {
    const at = join(this.#folder, String(this.#made++));
    const json = `${at}.json`;
    const said = typeof scene === 'string' ? this.scene(scene) : scene;
    writeFileSync(json, JSON.stringify({ ...said, ...this.#awake }));
    const weft = join(this.#tree, 'wasm_bindings/bin/weft.mjs');
    execFileSync('node', [weft, 'cook', json, '-o', `${at}.weft`], { stdio: 'pipe' });
    return `${at}.weft`;
  }

  /**
   * Steps a scene. `every` dumps every so many steps; `use` then gets the reports, the last line and the dump (see
   * openDump; `folder` is where it lies), which is gone after it.
   */
  run(scene, { steps, every, set = [] }, use) {
    const file = this.cook(scene);
    const folder = `${file}.frames`;
    mkdirSync(folder);
    const words = [file, '--steps', steps, ...this.#settings, ...set.flatMap((s) => ['--set', s])];
    words.push(...(every ? ['--dump', folder, '--every', every] : []));
    const lines = this.#print('wasm_bindings/weft_native', words).trim().split('\n');
    const parsed = lines.map((line) => JSON.parse(line));
    const result = use({
      reports: parsed.filter((line) => 'step' in line),
      end: parsed.at(-1),
      dump: every ? { folder, ...openDump(folder) } : undefined,
    });
    rmSync(folder, { recursive: true });
    return result;
  }

  /** Tangential share of what the filter cuts of a scene. */
  cuts(scene, from, steps) {
    const words = [
      this.cook(scene),
      from,
      steps,
      ...this.#settings.filter((word) => word !== '--set'),
    ];
    return JSON.parse(this.#print('tests/bench/bench_cuts', words));
  }

  close() {
    rmSync(this.#folder, { recursive: true });
  }

  #print(program, words) {
    const path = join(this.#tree, 'build/native', program);
    return execFileSync(path, words.map(String), { encoding: 'utf8', maxBuffer: 2 ** 28 });
  }
}
