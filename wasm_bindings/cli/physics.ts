// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// weft bench --physics: what the simulator measures against what a textbook says.
import type { EngineName } from './engine.js';
import { RunFailed } from './failures.js';

/** Runs the physics scenes and prints measured against expected. */
export async function checkPhysics(engine: EngineName, json: boolean): Promise<void> {
  void json;
  throw new RunFailed(`the physics table is not written yet (${engine})`);
}
