// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The forty bones that Weft keeps of the 163 of the MakeHuman rig. Fingers ride on the wrist, faces on the head,
// all toes on the big toe. A pair 01/02 splits one limb so that twist can spread along it.

/** Name and parent of every bone; parents come first. */
export const BONES: readonly (readonly [string, string])[] = [
  ['root', ''],
  ['spine05', 'root'],
  ['spine04', 'spine05'],
  ['spine03', 'spine04'],
  ['spine02', 'spine03'],
  ['spine01', 'spine02'],
  ['neck01', 'spine01'],
  ['neck02', 'neck01'],
  ['neck03', 'neck02'],
  ['head', 'neck03'],
  ...bothSides([
    ['breast', 'spine02'],
    ['clavicle', 'spine01'],
    ['shoulder01', 'clavicle'],
    ['upperarm01', 'shoulder01'],
    ['upperarm02', 'upperarm01'],
    ['lowerarm01', 'upperarm02'],
    ['lowerarm02', 'lowerarm01'],
    ['wrist', 'lowerarm02'],
    ['pelvis', 'root'],
    ['upperleg01', 'pelvis'],
    ['upperleg02', 'upperleg01'],
    ['lowerleg01', 'upperleg02'],
    ['lowerleg02', 'lowerleg01'],
    ['foot', 'lowerleg02'],
    ['toe1-1', 'foot'],
  ]),
];

function bothSides(rows: [string, string][]): [string, string][] {
  const sided = new Set(rows.map(([name]) => name));
  return ['.L', '.R'].flatMap((side) =>
    rows.map(([name, parent]): [string, string] => [
      name + side,
      sided.has(parent) ? parent + side : parent,
    ]),
  );
}

/** How many bones the rig has. */
export const BONE_COUNT = BONES.length;

const NUMBER = new Map(BONES.map(([name], index) => [name, index]));

/** Index of a bone by name. */
export function bone(name: string): number {
  const index = NUMBER.get(name);
  if (index === undefined) throw new Error(`There is no bone "${name}".`);
  return index;
}

/** Index of the parent, -1 for the root. */
export const PARENT: readonly number[] = BONES.map(([, parent]) => (parent ? bone(parent) : -1));

/** The bone on the other side; itself in the middle. */
export const OPPOSITE: readonly number[] = BONES.map(([name]) =>
  bone(name.replace(/\.[LR]$/, (side) => (side === '.L' ? '.R' : '.L'))),
);

const ARM = /^(upperarm|lowerarm|wrist)/;
const LEG = /^(upperleg|lowerleg)/;
const FOOT = /^(foot|toe)/;
const HEAD = /^(neck02|neck03|head)/;

/** What a bone moves, without its side. */
export type Region = 'trunk' | 'head' | 'arm' | 'leg' | 'foot';

/** The region of the body that a bone moves. */
export function regionOf(name: string): Region {
  if (ARM.test(name)) return 'arm';
  if (LEG.test(name)) return 'leg';
  if (FOOT.test(name)) return 'foot';
  return HEAD.test(name) ? 'head' : 'trunk';
}
