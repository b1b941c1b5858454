// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Shows the source of the example beside it, and says so when the example does not start.
import source from './sheet_on_sphere.ts?raw';

const code = source.replace(/^(\/\/.*\n)+/, '').trim();
document.getElementById('source')!.textContent = code;

import('./sheet_on_sphere').catch((error: unknown) => {
  const problem = document.getElementById('problem')!;
  const reason = error instanceof Error ? error.message : String(error);
  problem.hidden = false;
  problem.textContent = `The example could not be started (${reason}). Check the connection, then load the page again.`;
});
