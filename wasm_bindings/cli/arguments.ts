// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Reads command lines: options with and without values, and the names that are left.
import { BadInput } from './failures.js';

/** What an option takes: nothing, a text, a count of at least 1, or texts that may repeat. */
export type OptionKind = 'flag' | 'text' | 'count' | 'texts';

/** The options and names of a command line. */
export class Arguments {
  readonly names: string[] = [];
  private readonly values = new Map<string, string[]>();

  constructor(words: readonly string[], kinds: Record<string, OptionKind>) {
    for (let i = 0; i < words.length; ++i) {
      const word = words[i];
      if (!word.startsWith('-')) {
        this.names.push(word);
        continue;
      }
      const [option, joined] = splitOnce(word, '=');
      const kind = kinds[option];
      if (!kind) {
        const known = Object.keys(kinds).join(', ');
        throw new BadInput(`${option}: there is no such option; use one of ${known}`);
      }
      const value = kind === 'flag' ? '' : (joined ?? words[++i]);
      this.add(option, kind, value);
    }
  }

  has(option: string): boolean {
    return this.values.has(option);
  }

  /** The options that were given, each once. */
  options(): string[] {
    return [...this.values.keys()];
  }

  text(option: string): string | undefined {
    return this.values.get(option)?.at(-1);
  }

  texts(option: string): string[] {
    return this.values.get(option) ?? [];
  }

  count(option: string): number | undefined {
    const text = this.text(option);
    return text === undefined ? undefined : Number(text);
  }

  /** One of the allowed words, or the first of them when the option is absent. */
  choice<T extends string>(option: string, allowed: readonly T[]): T {
    const text = this.text(option) ?? allowed[0];
    if (!allowed.includes(text as T)) {
      throw new BadInput(`${option}: "${text}" is not one of ${allowed.join(', ')}`);
    }
    return text as T;
  }

  private add(option: string, kind: OptionKind, value: string | undefined): void {
    if (value === undefined) {
      throw new BadInput(`${option}: its value is missing`);
    }
    if (kind === 'count' && !/^[1-9][0-9]{0,8}$/.test(value)) {
      throw new BadInput(`${option}: "${value}" is not a whole number of at least 1`);
    }
    this.values.set(option, [...this.texts(option), value]);
  }
}

/** Splits at the first separator; the second part is undefined without one. */
export function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
