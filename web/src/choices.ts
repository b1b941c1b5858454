// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a visitor can choose, with the words that the page shows.
import { FABRICS as FABRIC_NAMES, PATTERNS } from './registry.ts';

/** One value of a choice. */
export interface Option {
  value: string;
  label: string;
}

export const BODIES = [
  { value: 'woman', label: 'Woman' },
  { value: 'man', label: 'Man' },
  { value: 'plus', label: 'Plus' },
] as const satisfies Option[];

type Pattern = (typeof PATTERNS)[number];
type Top = Extract<Pattern, { worn: 'top' }>;
type Bottom = Extract<Pattern, { worn: 'bottom' }>;
type GarmentName = Pattern['name'] | `${Top['name']}+${Bottom['name']}`;

const isTop = (pattern: Pattern): pattern is Top => pattern.worn === 'top';
const isBottom = (pattern: Pattern): pattern is Bottom => pattern.worn === 'bottom';

/** Every pattern alone, then every top over every bottom. */
export const GARMENTS: readonly { value: GarmentName; label: string }[] = [
  ...PATTERNS.map(({ name, label }) => ({ value: name, label })),
  ...PATTERNS.filter(isTop).flatMap((top) =>
    PATTERNS.filter(isBottom).map((bottom) => ({
      value: `${top.name}+${bottom.name}` as const,
      label: `${top.label}, ${bottom.label.toLowerCase()}`,
    })),
  ),
];

/** In the order of weft_fabric_preset: the index is what an event carries. */
export const FABRICS = FABRIC_NAMES.map((value) => ({
  value,
  label: value[0].toUpperCase() + value.slice(1),
}));

/** Dyes, with their colour on screen. */
export const COLOURS = [
  { value: 'clay', label: 'Clay', hex: '#b4512f' },
  { value: 'indigo', label: 'Indigo', hex: '#2c3e6b' },
  { value: 'moss', label: 'Moss', hex: '#5a6b3b' },
  { value: 'ochre', label: 'Ochre', hex: '#c8922e' },
  { value: 'rose', label: 'Rose', hex: '#c27a86' },
  { value: 'chalk', label: 'Chalk', hex: '#e6e1d6' },
  { value: 'ink', label: 'Ink', hex: '#25262b' },
] as const satisfies (Option & { hex: string })[];

export const PRINTS = [
  { value: 'plain', label: 'Plain' },
  { value: 'stripes', label: 'Stripes' },
  { value: 'gingham', label: 'Gingham' },
  { value: 'dots', label: 'Dots' },
  { value: 'tartan', label: 'Tartan' },
  { value: 'leaves', label: 'Leaves' },
] as const satisfies Option[];

export const MOTIONS = [
  { value: 'walk', label: 'Walk' },
  { value: 'stand', label: 'Stand' },
  { value: 'turn', label: 'Turn' },
  { value: 'dance', label: 'Dance' },
] as const satisfies Option[];

/** How fine the cloth can be computed, the fastest first. */
export const LEVELS = ['coarse', 'fine', 'finest'] as const;
export type Level = (typeof LEVELS)[number];

/** How fine the cloth is computed; `auto` is as fine as the device keeps real time with. */
export const MESHES = [
  { value: 'auto', label: 'Auto' },
  { value: 'coarse', label: 'Coarse' },
  { value: 'fine', label: 'Fine' },
  { value: 'finest', label: 'Finest' },
] as const satisfies (Option & { value: 'auto' | Level })[];

/** How much detail can be drawn, the most first: shadows, and whether coarse cloth is drawn as a smooth surface. */
export const DETAILS = ['fine', 'medium', 'coarse'] as const;
export type Detail = (typeof DETAILS)[number];

/** How the picture is drawn; `auto` is with as much detail as the device draws fluently. It changes no simulation. */
export const DRAWINGS = [
  { value: 'auto', label: 'Automatic' },
  { value: 'fine', label: 'Fine' },
  { value: 'medium', label: 'Medium' },
  { value: 'coarse', label: 'Coarse' },
] as const satisfies (Option & { value: 'auto' | Detail })[];
export type Drawing = (typeof DRAWINGS)[number]['value'];

/** Fastest wind of the slider, m/s. */
export const MAX_WIND = 8;

type ValueOf<T extends readonly Option[]> = T[number]['value'];

export type FabricName = ValueOf<typeof FABRICS>;
export type ColourName = ValueOf<typeof COLOURS>;
export type PrintName = ValueOf<typeof PRINTS>;

/** What one garment is made of. Colour and print are looks; the fabric is simulated. */
export interface Finish {
  fabric: FabricName;
  colour: ColourName;
  print: PrintName;
}

/** Everything chosen; the finish is that of the inner garment, or of the only one. */
export interface Choices extends Finish {
  body: ValueOf<typeof BODIES>;
  garment: GarmentName;
  /** What a garment over the first one is made of. */
  second: Finish;
  motion: ValueOf<typeof MOTIONS>;
  mesh: ValueOf<typeof MESHES>;
  /** From the front, m/s. */
  wind: number;
}

/** Choices of which it is known how fine the cloth is computed. */
export type Worn = Omit<Choices, 'mesh'> & { mesh: Level };

/** What the page opens on. */
export const DEFAULT_CHOICES: Choices = {
  body: 'woman',
  garment: 'skirt',
  fabric: 'cotton',
  colour: 'clay',
  print: 'plain',
  second: { fabric: 'jersey', colour: 'chalk', print: 'plain' },
  motion: 'walk',
  mesh: 'auto',
  wind: 0,
};

const FINISH_LISTS = { fabric: FABRICS, colour: COLOURS, print: PRINTS } as const;

const LISTS = {
  ...FINISH_LISTS,
  body: BODIES,
  garment: GARMENTS,
  motion: MOTIONS,
  mesh: MESHES,
} as const;

/** Turns anything, such as an old history entry, into choices; what is not known becomes the default. */
export function toChoices(input: unknown): Choices {
  const given = recordOf(input);
  const choices = known(given, LISTS, DEFAULT_CHOICES);
  // What goes over chalk was ink before it could be chosen.
  const colour = choices.colour === 'chalk' ? 'ink' : 'chalk';
  const usual = { ...DEFAULT_CHOICES.second, colour } as const;
  choices.second = known(recordOf(given.second), FINISH_LISTS, usual);
  const wind = Number(given.wind);
  if (Number.isFinite(wind)) choices.wind = Math.min(MAX_WIND, Math.max(0, wind));
  return choices;
}

function recordOf(input: unknown): Record<string, unknown> {
  return (typeof input === 'object' && input ? input : {}) as Record<string, unknown>;
}

/** The usual values, and over them those that are in the lists. */
function known<T extends object>(
  given: Record<string, unknown>,
  lists: Record<string, readonly Option[]>,
  usual: T,
): T {
  const found = Object.entries(lists)
    .filter(([key, list]) => list.some((option) => option.value === given[key]))
    .map(([key]) => [key, given[key]]);
  return { ...usual, ...Object.fromEntries(found) };
}

/** The garments of a choice, in the order of the scene: inner first. */
export function piecesOf(garment: Choices['garment']): string[] {
  return garment.split('+').reverse();
}

/** The name of one garment. */
export function garmentLabel(name: string): string {
  return GARMENTS.find(({ value }) => value === name)?.label ?? name;
}

/** What the garment of this number is made of. */
export function finishOf(choices: Choices, piece: number): Finish {
  return piece === 0 ? choices : choices.second;
}

/** A change of what the garment of this number is made of. */
export function finishChange(
  choices: Choices,
  piece: number,
  change: Partial<Finish>,
): Partial<Choices> {
  return piece === 0 ? change : { second: { ...choices.second, ...change } };
}

/** The looks as a word for a link, such as `clay.gingham`; a second garment follows, `clay.gingham~chalk.plain`. */
export function lookOf(choices: Choices): string {
  return piecesOf(choices.garment)
    .map((_, piece) => finishOf(choices, piece))
    .map(({ colour, print }) => `${colour}.${print}`)
    .join('~');
}

/** Reads the word of a link back. What it does not say of a second garment is as it was before links said it. */
export function fromLook(
  look: string,
): Pick<Choices, 'colour' | 'print'> & { second: Pick<Finish, 'colour' | 'print'> } {
  const [first, second] = look.split('~').map((word) => {
    const [colour, print] = word.split('.');
    return { colour, print };
  });
  const { colour, print, second: over } = toChoices({ ...first, second });
  return { colour, print, second: { colour: over.colour, print: over.print } };
}

/** The colour of a dye on screen. */
export function hexOf(colour: ColourName): string {
  return COLOURS.find((c) => c.value === colour)!.hex;
}
