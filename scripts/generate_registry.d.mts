// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT

/** What the core knows by name, as far as tests change it. */
export interface Core {
  methods: { parameters: { high: number }[] }[];
  fabrics: { name: string }[];
}

export function describe(): Core;
export function generate(options?: { check?: boolean; core?: Core }): Promise<string[]>;
