// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Written by inline_worker.mjs.
declare const text: string;
export default text;
