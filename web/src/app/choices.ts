// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a visitor can choose, with the words that the page shows.

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

export const GARMENTS = [
  { value: 'skirt', label: 'Skirt' },
  { value: 'tshirt', label: 'T-shirt' },
  { value: 'trousers', label: 'Trousers' },
  { value: 'tshirt+skirt', label: 'T-shirt, skirt' },
  { value: 'tshirt+trousers', label: 'T-shirt, trousers' },
] as const satisfies Option[];

/** In the order of weft_fabric_preset: the index is what an event carries. */
export const FABRICS = [
  { value: 'cotton', label: 'Cotton' },
  { value: 'denim', label: 'Denim' },
  { value: 'silk', label: 'Silk' },
  { value: 'wool', label: 'Wool' },
  { value: 'jersey', label: 'Jersey' },
  { value: 'linen', label: 'Linen' },
  { value: 'leather', label: 'Leather' },
] as const satisfies Option[];

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

/** Fastest wind of the slider, m/s. */
export const MAX_WIND = 8;

type ValueOf<T extends readonly Option[]> = T[number]['value'];

export type FabricName = ValueOf<typeof FABRICS>;
export type ColourName = ValueOf<typeof COLOURS>;
export type PrintName = ValueOf<typeof PRINTS>;

/** Everything chosen. Colour and print are looks; the rest is simulated. */
export interface Choices {
  body: ValueOf<typeof BODIES>;
  garment: ValueOf<typeof GARMENTS>;
  fabric: FabricName;
  colour: ColourName;
  print: PrintName;
  motion: ValueOf<typeof MOTIONS>;
  /** From the front, m/s. */
  wind: number;
}

/** What the page opens on. */
export const DEFAULT_CHOICES: Choices = {
  body: 'woman',
  garment: 'skirt',
  fabric: 'cotton',
  colour: 'clay',
  print: 'plain',
  motion: 'walk',
  wind: 0,
};

const LISTS = {
  body: BODIES,
  garment: GARMENTS,
  fabric: FABRICS,
  colour: COLOURS,
  print: PRINTS,
  motion: MOTIONS,
} as const;

/** Turns anything, such as an old history entry, into choices; what is not known becomes the default. */
export function toChoices(input: unknown): Choices {
  const given = (typeof input === 'object' && input ? input : {}) as Record<string, unknown>;
  const choices: Record<string, unknown> = { ...DEFAULT_CHOICES };
  for (const [key, list] of Object.entries(LISTS)) {
    if (list.some((option) => option.value === given[key])) choices[key] = given[key];
  }
  const wind = Number(given.wind);
  if (Number.isFinite(wind)) choices.wind = Math.min(MAX_WIND, Math.max(0, wind));
  return choices as unknown as Choices;
}

/** The looks as a word for a link, such as `clay.gingham`. */
export function lookOf(choices: Choices): string {
  return `${choices.colour}.${choices.print}`;
}

/** Reads the word of a link back. */
export function fromLook(look: string): Pick<Choices, 'colour' | 'print'> {
  const [colour, print] = look.split('.');
  const read = toChoices({ colour, print });
  return { colour: read.colour, print: read.print };
}

/** The colour of a dye on screen. */
export function hexOf(colour: ColourName): string {
  return COLOURS.find((c) => c.value === colour)!.hex;
}
