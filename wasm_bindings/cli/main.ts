// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The command `weft`: chooses the command and turns what was thrown into an exit code.
import { bench } from './bench.js';
import { ccdCommand } from './ccd_command.js';
import { convertCommand } from './convert_command.js';
import { cookCommand } from './cook_command.js';
import { BadInput, sentenceOf } from './failures.js';
import { methodsCommand } from './methods_command.js';
import { run } from './run.js';

const USAGE = `usage:
  weft run SCENE.json [--steps N] [--engine wasm|native] [--threads N]
                      [--method STAGE=NAME]... [--set STAGE.PARAMETER=VALUE]...
                      [--jitter SEED] [--json] [--dump DIR [--every K]]
  weft methods [STAGE] [--json]
  weft bench [SCENE.json]... [--engine wasm|native] [--steps N] [--repeats N]
                      [--method STAGE=NAME]... [--set STAGE.PARAMETER=VALUE]... [--json]
  weft bench --physics [--json]       how a swatch resists, against published measurements
  weft bench --papers [--json]        tables that papers print, measured here (some five minutes)
  weft ccd FILE.csv [--kind ee|vf] [--verdicts]
  weft cook SCENE.json -o FILE [--jitter SEED] [--json]
  weft convert GRAPH.egml -o SCENE.json [--scene SCENE.json]

A SCENE is a JSON file, a cooked one, or the name of one of weft-scenes, such as table-cloth.

Exit codes: 0 done; 1 the run failed; 2 bad arguments or a bad file.`;

const commands: Record<string, (words: readonly string[]) => Promise<void>> = {
  run,
  bench,
  methods: methodsCommand,
  ccd: ccdCommand,
  cook: cookCommand,
  convert: convertCommand,
};

/** Runs a command line and returns its exit code. */
export async function main(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  if (name === 'help' || words.includes('--help') || words.includes('-h')) {
    console.log(USAGE);
    return 0;
  }
  try {
    if (!Object.hasOwn(commands, name ?? '')) {
      throw new BadInput(
        `${name ? `"${name}" is not a command` : 'a command is needed'}\n${USAGE}`,
      );
    }
    await commands[name](rest);
    return 0;
  } catch (error) {
    console.error(`weft: ${sentenceOf(error)}`);
    return error instanceof BadInput ? 2 : 1;
  }
}
