// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Everything that goes wrong with user data or misuse is one kind of error, with the name that C gives it.

/** An error of the simulator: `code` is the C name, such as `WEFT_ERROR_OPEN_BODY`. */
export class WeftError extends Error {
  /** Name of the status in the C API. */
  readonly code: string;
  /** Where the bad data is, such as `positions` or `CLTH 0`; empty when it does not apply. */
  readonly where: string;
  /** Index of the first bad vertex, triangle, edge or byte; -1 when it does not apply. */
  readonly element: number;

  constructor(code: string, message: string, where = '', element = -1) {
    super(`${code}: ${message}`);
    this.name = 'WeftError';
    this.code = code;
    this.where = where;
    this.element = element;
  }
}

/** What an argument outside its range throws. */
export function invalidArgument(message: string): WeftError {
  return new WeftError('WEFT_ERROR_INVALID_ARGUMENT', message);
}

/** What an argument with a bad element throws: `where` names the argument, `element` is -1 for the whole of it. */
export function invalidAt(where: string, element: number, message: string): WeftError {
  return new WeftError('WEFT_ERROR_INVALID_ARGUMENT', message, where, element);
}
