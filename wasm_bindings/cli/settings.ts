// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// `--method stage=name` and `--set stage.parameter=value`, as the package takes them.
import type { MethodOptions } from 'weft-cloth';
import { splitOnce, type Arguments } from './arguments.js';
import { BadInput } from './failures.js';

type Loose = Record<string, { name?: string } & Record<string, unknown>>;

/** What the options choose; whether it exists is for the package to say. */
export function readSettings(given: Arguments): MethodOptions {
  const options: Loose = {};
  for (const text of given.texts('--method')) {
    const [stage, name] = splitOnce(text, '=');
    if (!stage || !name) {
      throw new BadInput(`--method: "${text}" is to be stage=name, such as structure=brute_force`);
    }
    options[stage] = { ...options[stage], name };
  }
  for (const text of given.texts('--set')) {
    const [what, value] = splitOnce(text, '=');
    const [stage, parameter] = splitOnce(what, '.');
    if (!stage || !parameter || !value) {
      throw new BadInput(`--set: "${text}" is to be stage.parameter=value, such as structure.k=18`);
    }
    const word = /^[a-z][a-z_]*$/.test(value); // such as structure.split=mezger
    if (!word && !Number.isFinite(Number(value))) {
      throw new BadInput(`--set: "${value}" is not a number, in "${text}"`);
    }
    options[stage] = { ...options[stage], [parameter]: word ? value : Number(value) };
  }
  return options as MethodOptions;
}

/** The same as options of the native program. */
export function settingWords(methods: MethodOptions): string[] {
  return Object.entries(methods as Loose).flatMap(([stage, { name, ...values }]) => [
    ...(name === undefined ? [] : ['--method', `${stage}=${name}`]),
    ...Object.entries(values).flatMap(([parameter, value]) => [
      '--set',
      `${stage}.${parameter}=${String(value)}`,
    ]),
  ]);
}
