// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Methods by name: what a program or a cooked scene chooses, checked against the table that is made of the core's
// registry. What does not exist is refused in one sentence with the nearest name that does.
import { bytes, options, refuse, shown } from './checks.js';
import { WeftError } from './error.js';
import { METHODS } from './registry.js';

type Row = (typeof METHODS)[number];
/** A stage of a step that can be done in several ways. */
export type Stage = Row['stage'];
/** The stages, in the order in which a step comes to them. */
export const STAGES = [...new Set(METHODS.map(({ stage }) => stage))];

type Parameters = Row['parameters'][number];
type Values<R extends Row> = {
  [P in R['parameters'][number] as P['name']]?: number | P['names'][number];
};
type Choice<R extends Row> = R extends Row
  ? R['name'] | ({ name: R['name'] } & Values<R>) | ({ name?: undefined } & Values<R>)
  : never;

/** A choice that was read from somewhere: editors offer the known names, and the call checks all of it. */
type AnyChoice =
  (string & {}) | { name?: string; [parameter: string]: number | string | undefined };

/**
 * A method of a stage: its name, or an object with the name and values of its parameters, such as
 * `{ name: 'dop_tree', k: 18 }`. Without a name the values are for the method that the stage has.
 */
export type MethodChoice<S extends Stage = Stage> = Choice<Extract<Row, { stage: S }>> | AnyChoice;

/** Methods by stage; what is left out stays as it is. */
export type MethodOptions = { [S in Stage]?: MethodChoice<S> };

/** A method by its name, or with a value a parameter of the method that the stage has by then. */
export interface Setting {
  stage: Stage;
  name: string;
  value?: number;
}

/** What a letter that is taken out or changed counts, when one that is put in counts 1. */
const OTHER_LETTER = 4;

/** The name that is nearest to the one that was meant; a part of a name is near to it: "grid" to "uniform_grid". */
export function nearestName(wanted: unknown, names: readonly string[]): string | undefined {
  const word = textOf(wanted).slice(0, 40);
  const far = names.map((name) => ({ name, distance: distance(word, name) }));
  return far.sort((a, b) => a.distance - b.distance)[0]?.name;
}

/** What it takes to make `b` of `a`, letter by letter (Levenshtein, weighted). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let n = 1; n <= a.length; ++n) {
    const next = [OTHER_LETTER * n];
    for (let i = 1; i <= b.length; ++i) {
      const changed = row[i - 1] + (a[n - 1] === b[i - 1] ? 0 : OTHER_LETTER);
      next.push(Math.min(changed, row[i] + OTHER_LETTER, next[i - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The stage of this name. */
export function stageNamed(value: unknown): Stage {
  const stage = STAGES.find((name) => name === value);
  const near = nearestName(value, STAGES);
  return stage ?? refuse('stage', `there is no stage ${shown(value)}; the nearest is "${near}"`);
}

const rowsOf = (stage: Stage) => METHODS.filter((row) => row.stage === stage);

/** The row of this name. */
export function methodNamed(stage: Stage, value: unknown): Row {
  const rows = rowsOf(stage);
  const row = rows.find(({ name }) => name === value);
  if (row) {
    return row;
  }
  const near = nearestName(
    value,
    rows.map(({ name }) => name),
  );
  const problem = `there is no ${stage} ${shown(value)}; the nearest is "${near}"`;
  throw new WeftError('WEFT_ERROR_UNKNOWN_METHOD', `${stage}: ${problem}.`, stage);
}

/** The parameters of this name that methods of a stage have. */
const parametersOf = (stage: Stage, name: string): Parameters[] =>
  rowsOf(stage)
    .flatMap((row): readonly Parameters[] => row.parameters)
    .filter((parameter) => parameter.name === name);

/** The number of a value that is chosen by name, such as the split `'mezger'`; anything else as it is. */
export function numberOf(stage: Stage, name: string, value: unknown): unknown {
  const places = parametersOf(stage, name).map(({ names, choices }) => {
    const place = (names as readonly unknown[]).indexOf(value);
    return place < 0 ? undefined : choices[place];
  });
  return places.find((place) => place !== undefined) ?? value;
}

/** Whether only the module with every method has a parameter. */
const isLabParameter = (stage: Stage, name: string) =>
  parametersOf(stage, name).some(({ lab }) => lab);

/** A value of a parameter; `row` is the method that is meant to take it. */
export function checkValue(row: Row, name: string, value: unknown): void {
  const where = `${row.stage}.${name}`;
  const parameter = row.parameters.find((one) => one.name === name);
  const names = row.parameters.map((one) => one.name);
  if (!parameter) {
    const owner = [...rowsOf(row.stage), ...METHODS].find((other) =>
      other.parameters.some((p) => p.name === name),
    );
    const takes = names.length > 0 ? names.join(', ') : 'none';
    const near = nearestName(name, names);
    refuse(
      where,
      owner
        ? `"${name}" is a parameter of the ${owner.stage} ${owner.name}, not of ${row.name}, which takes ${takes}`
        : `${row.name} has no parameter ${shown(name)}; ${near ? `the nearest is "${near}"` : 'it takes none'}`,
    );
  }
  const { low, high, whole, choices, names: words } = parameter;
  if (words.length > 0 && typeof value === 'string') {
    const near = nearestName(value, words);
    refuse(where, `${shown(value)} is not one of ${words.join(', ')}; the nearest is "${near}"`);
  }
  if (choices.length > 0 && !(choices as readonly unknown[]).includes(value)) {
    const far = choices.map((choice) =>
      Math.abs(choice - (typeof value === 'number' ? value : NaN)),
    );
    const near = choices[far.indexOf(Math.min(...far))] ?? parameter.usual;
    refuse(where, `${shown(value)} is not one of ${choices.join(', ')}; the nearest is ${near}`);
  }
  if (!(oneFloat(value) && value >= low && value <= high && (!whole || Number.isInteger(value)))) {
    const inside = Math.min(high, Math.max(low, typeof value === 'number' ? value : NaN));
    const near = whole ? Math.round(inside) : inside;
    const kind = whole ? 'a whole number' : 'a finite number';
    const hint = Number.isNaN(near) ? parameter.usual : near;
    refuse(where, `${shown(value)} is not ${kind} from ${low} to ${high}; the nearest is ${hint}`);
  }
}

const oneFloat = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(Math.fround(value));

/** What a program chose, as settings. */
export function readMethods(given: MethodOptions): Setting[] {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
    Object.entries(given).forEach(([stage, choice]) => choice === undefined || stageNamed(stage));
  }
  return readWorldMethods(options('methods', given, STAGES));
}

/** What was chosen among other options. */
export function readWorldMethods(given: { [S in Stage]?: unknown } = {}): Setting[] {
  return STAGES.flatMap((stage) => {
    const choice = given?.[stage];
    if (choice === undefined) {
      return [];
    }
    if (typeof choice !== 'object' || choice === null) {
      return [{ stage, name: methodNamed(stage, choice).name }];
    }
    const { name, ...values } = choice as Record<string, unknown>;
    const settings: Setting[] =
      name === undefined ? [] : [{ stage, name: methodNamed(stage, name).name }];
    for (const [parameter, given] of Object.entries(values)) {
      const value = numberOf(stage, parameter, given);
      if (value !== undefined) {
        if (name !== undefined) {
          checkValue(methodNamed(stage, name), parameter, value);
        }
        settings.push({ stage, name: parameter, value: value as number });
      }
    }
    return settings;
  });
}

/** The methods and parameters that a cooked scene names; nothing of bytes that are no such scene. */
export function methodsOfScene(bytes: Uint8Array): Setting[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number) => (at + 4 <= view.byteLength ? view.getUint32(at, true) : 0);
  const count = Math.min(word(12), Math.floor(bytes.length / 16));
  for (let at = 32; at < 32 + 16 * count; at += 16) {
    if (word(at) === METH) {
      const [offset, length] = [word(at + 8), word(at + 12)];
      return offset + length <= bytes.length ? readSettings(bytes, view, offset, length) : [];
    }
  }
  return [];
}

/** What methods, or a cooked scene, ask for. */
export function settingsOf(wanted: MethodOptions | Uint8Array | ArrayBuffer): Setting[] {
  const isBytes = typeof (wanted as Partial<ArrayBuffer> | null)?.byteLength === 'number';
  return isBytes ? methodsOfScene(bytes('scene', wanted)) : readChoices(wanted as MethodOptions);
}

/** Methods of a world that nothing else has chosen for: a value without a name is for the default. */
export function readChoices(given: MethodOptions): Setting[] {
  const settings = readMethods(given);
  for (const { stage, name, value } of settings) {
    const named = settings.some((one) => one.stage === stage && one.value === undefined);
    if (value !== undefined && !named) {
      checkValue(rowsOf(stage)[0], name, value);
    }
  }
  return settings;
}

/** The first of the methods and parameters that only the module with every method has, or undefined. */
export function labMethod(settings: readonly Setting[]): Setting | undefined {
  return settings.find(({ stage, name, value }) =>
    value === undefined
      ? METHODS.some((row) => row.stage === stage && row.name === name && row.lab)
      : isLabParameter(stage, name),
  );
}

const METH = 0x4854454d; // the four letters, the first in the lowest byte
const SETTING_BYTES = 56;

function readSettings(bytes: Uint8Array, view: DataView, offset: number, length: number) {
  const text = (at: number, size: number) => {
    const letters = bytes.subarray(at, at + size);
    const end = letters.indexOf(0);
    return String.fromCharCode(...letters.subarray(0, end < 0 ? size : end));
  };
  const settings: Setting[] = [];
  for (let at = offset; at + SETTING_BYTES <= offset + length; at += SETTING_BYTES) {
    const [stage, name] = [text(at, 16) as Stage, text(at + 16, 32)];
    const isValue = view.getUint32(at + 52, true) === 1;
    settings.push(
      isValue ? { stage, name, value: view.getFloat32(at + 48, true) } : { stage, name },
    );
  }
  return settings;
}
