// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT

/** A public member of the package. */
export interface Member {
  /** Name of the class; '' for an exported function. */
  owner: string;
  name: string;
  kind: 'verb' | 'value' | 'field' | 'new';
  isStatic: boolean;
  /** Names of the options that it takes. */
  options: string[];
}

/** All that the package offers, read from its sources by the compiler. */
export function publicSurface(): Member[];
