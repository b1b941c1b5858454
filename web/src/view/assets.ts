// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT

/** The folder that the build fills. */
export const ASSETS = new URL(`${import.meta.env.BASE_URL}assets/`, document.baseURI).href;
