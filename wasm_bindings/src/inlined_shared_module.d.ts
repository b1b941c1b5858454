// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// dist/inlined_shared_module.js is written by inline_module.mjs when the module on shared memory is built.
declare const text: string;
export default text;
