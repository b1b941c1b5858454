// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Arguments that are not what they should be: values of every type, arrays of other types and lengths, single bad
// elements, options that are left out, misnamed or given twice.

const NUMBERS = [NaN, Infinity, -Infinity, -1, 0, 0.5, 1e39, -1e-40, 2 ** 31, 2 ** 32, 2 ** 53, 41];

/** Something of any type. */
function badValue(dice) {
  return dice.of([
    undefined,
    null,
    true,
    '',
    'cotton',
    '\0\ud800 long'.repeat(20),
    12n,
    Symbol('x'),
    () => 7,
    {},
    [],
    [[]],
    [1, 2, 3],
    new Date(0),
    new Map(),
    new ArrayBuffer(8),
    new DataView(new ArrayBuffer(12)),
    new Uint8Array(12),
    new Float64Array(9),
    new BigInt64Array(3),
    { length: 9 },
    { count: 3, itemSize: 3, getComponent: () => NaN },
    { count: 1e12, itemSize: 3, getComponent: () => 0 },
    { count: -3, itemSize: 0, getComponent: () => 0 },
    { attributes: {} },
    { attributes: { position: null }, index: 5 },
    ...NUMBERS,
  ]);
}

const TYPES = [
  Float64Array,
  Float32Array,
  Uint32Array,
  Int32Array,
  Uint16Array,
  Int16Array,
  Uint8Array,
  Array,
];

/** An array of another type or length, or with a bad element. */
function badArray(dice, array, view) {
  const copy = Array.from(array);
  const at = dice.below(copy.length + 1);
  switch (dice.below(7)) {
    case 0:
      return array.slice(dice.below(4));
    case 1:
      return dice.of(TYPES).from(copy);
    case 2:
      copy[at] = dice.of(NUMBERS);
      return array.constructor.from(copy);
    case 3:
      copy[at] = badValue(dice);
      return copy;
    case 4:
      return view;
    case 5: {
      const detached = array.slice();
      if (detached.buffer) structuredClone(detached.buffer, { transfer: [detached.buffer] });
      return detached;
    }
    default:
      return [...copy, ...copy.slice(0, dice.below(5))];
  }
}

// What stands for an object of a worker has verbs that are not listed: it is taken as the object that it stands for.
function isPlain(value) {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.keys(value).length === Object.getOwnPropertyNames(value).length
  );
}

/** A value with something wrong, somewhere in it or in whole. */
export function damaged(dice, value, view) {
  if (dice.chance(0.15)) return badValue(dice);
  if (ArrayBuffer.isView(value) || Array.isArray(value)) return badArray(dice, value, view);
  if (!isPlain(value)) return dice.chance(0.5) ? badValue(dice) : value;
  const keys = Object.keys(value);
  const key = dice.of(keys);
  switch (dice.below(6)) {
    case 0:
      return { ...value, [`${key}s`]: value[key] };
    case 1:
      return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
    case 2:
      return { ...value, [key ?? 'x']: badValue(dice) };
    default:
      return key === undefined ? value : { ...value, [key]: damaged(dice, value[key], view) };
  }
}
