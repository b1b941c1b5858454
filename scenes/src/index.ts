// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the rest of the house may use of the cook.
export * from './types.js';
