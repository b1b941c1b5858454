// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The bodies one can choose by name.

import type { Shape } from './shape.js';
import type { UnderwearName } from './underwear_cut.js';

export interface BodyRecipe {
  shape: Shape;
  /** Texture of the skin, beside the avatar file. */
  skin: string;
  /** Which proxies it wears. */
  wears: string[];
  underwear: UnderwearName;
  /**
   * How far the upper arms stand off, degrees: standing and walking as near as the room for cloth between arm and trunk
   * permits; pressed against the ribs they leave it none.
   */
  arms: { standing: number; walking: number; pressed: number };
  /** Distance of each ankle from the middle while walking, m. */
  halfStep: number;
}

export const BODIES: Record<string, BodyRecipe> = {
  woman: {
    shape: { gender: 'female', muscle: 0.38, weight: 0.62, cup: 0.5, stature: 1.68 },
    skin: 'skin_woman.webp',
    wears: ['eyes', 'brows', 'lashes', 'ponytail'],
    underwear: 'bodysuit',
    arms: { standing: 19.5, walking: 20.5, pressed: 8 },
    halfStep: 0.075,
  },
  man: {
    shape: { gender: 'male', muscle: 0.5, weight: 0.3, cup: 0.5, stature: 1.8 },
    skin: 'skin_man.webp',
    wears: ['eyes', 'brows', 'short'],
    underwear: 'singlet',
    arms: { standing: 15, walking: 15, pressed: 5 },
    halfStep: 0.075,
  },
  plus: {
    shape: { gender: 'female', muscle: 0.1, weight: 1, cup: 0.7, stature: 1.66 },
    skin: 'skin_woman.webp',
    wears: ['eyes', 'brows', 'lashes', 'ponytail'],
    underwear: 'bodysuit',
    arms: { standing: 29.5, walking: 29, pressed: 13.5 },
    halfStep: 0.1,
  },
};

/** Names that buildAvatar takes. */
export const avatarNames: readonly string[] = Object.keys(BODIES);

/** The pictures that a body is painted with, beside the avatar file; none when there is no such body. */
export function texturesOf(name: string): string[] {
  if (!Object.hasOwn(BODIES, name)) return [];
  const { skin, wears } = BODIES[name];
  return [skin, ...wears.map((worn) => `${worn}.webp`)];
}

/** The recipe of a body; says which names there are when it is unknown. */
export function recipeOf(name: string): BodyRecipe {
  if (!Object.hasOwn(BODIES, name)) {
    throw new Error(`There is no body "${name}"; there are ${avatarNames.join(', ')}.`);
  }
  return BODIES[name];
}
