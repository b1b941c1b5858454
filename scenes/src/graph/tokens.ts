// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The words of an event graph file. Bull, Slater, Buxton 2003, section 4, say of theirs (EGML, Event Graph Markup
// Language) that its syntax is similar to VRML97's, and no more: so these are the words of VRML97 (ISO/IEC 14772-1,
// A.2): comments from # to the end of the line, commas are blanks, strings in double quotes.
import { SceneError } from '../errors.js';

/** A word with the line that it stands in. */
export interface Token {
  kind: 'word' | 'text' | 'number' | 'sign';
  text: string;
  line: number;
}

const PATTERN = /(#[^\n]*)|([\s,]+)|"((?:[^"\\]|\\.)*)"|([{}[\]])|([^\s,#"{}[\]]+)|(")/gy;

/** All words of a file. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  for (const [all, , , quoted, sign, word, open] of text.matchAll(PATTERN)) {
    if (open)
      throw new SceneError(
        `line ${line}`,
        'a text begins with " and does not end; close it with another "',
      );
    if (quoted !== undefined) {
      tokens.push({ kind: 'text', text: quoted.replace(/\\(.)/g, '$1'), line });
    } else if (sign) {
      tokens.push({ kind: 'sign', text: sign, line });
    } else if (word) {
      tokens.push({ kind: kindOf(word), text: word, line });
    }
    line += all.split('\n').length - 1;
  }
  return tokens;
}

/** What begins as a number is meant as one. */
function kindOf(word: string): 'number' | 'word' {
  return /^[-+]?\.?[0-9]/.test(word) ? 'number' : 'word';
}
