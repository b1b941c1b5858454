// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The script of the worker as text; inline_worker.mjs writes it.
declare const text: string;
export default text;
