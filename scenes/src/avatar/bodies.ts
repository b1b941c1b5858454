// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The bodies one can choose by name.

import type { Shape } from './shape.js';

export interface BodyRecipe {
  shape: Shape;
  /** Texture of the skin, beside the avatar file. */
  skin: string;
  /** Which proxies it wears. */
  wears: string[];
  /** How far the upper arms stand off while walking, degrees: arm and trunk must leave room for cloth. */
  abduction: number;
  /** Distance of each ankle from the middle while walking, m. */
  halfStep: number;
}

export const BODIES: Record<string, BodyRecipe> = {
  woman: {
    shape: { gender: 'female', muscle: 0.38, weight: 0.62, cup: 0.5, stature: 1.68 },
    skin: 'skin_woman.png',
    wears: ['eyes', 'brows', 'lashes', 'ponytail'],
    abduction: 27,
    halfStep: 0.075,
  },
  man: {
    shape: { gender: 'male', muscle: 0.5, weight: 0.3, cup: 0.5, stature: 1.8 },
    skin: 'skin_man.png',
    wears: ['eyes', 'brows', 'short'],
    abduction: 24,
    halfStep: 0.075,
  },
  plus: {
    shape: { gender: 'female', muscle: 0.1, weight: 1, cup: 0.7, stature: 1.66 },
    skin: 'skin_woman.png',
    wears: ['eyes', 'brows', 'lashes', 'bob'],
    abduction: 32.5,
    halfStep: 0.1,
  },
};

/** Names that buildAvatar takes. */
export const avatarNames: readonly string[] = Object.keys(BODIES);

/** The recipe of a body; says which names there are when it is unknown. */
export function recipeOf(name: string): BodyRecipe {
  if (!Object.hasOwn(BODIES, name)) {
    throw new Error(`There is no body "${name}"; there are ${avatarNames.join(', ')}.`);
  }
  return BODIES[name];
}
