// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Starts the example that the page names, shows its source beside it, and says so when it does not start.
const programs = import.meta.glob([
  './*.ts',
  './*.tsx',
  '!./page.ts',
  '!./stage.ts',
  '!./mannequin.ts',
  '!./ride.ts',
]);
const sources = import.meta.glob<string>(
  ['./*.ts', './*.tsx', '!./page.ts', '../../wasm_bindings/examples/react_three_fiber/*'],
  { query: '?raw', import: 'default' },
);

const name = document.documentElement.dataset.example!;

for (const place of document.querySelectorAll<HTMLElement>('[data-source]')) {
  const [, load] = Object.entries(sources).find(([path]) =>
    path.endsWith(`/${place.dataset.source}`),
  )!;
  void load().then((text) => {
    place.textContent = text.replace(/^(\/\/.*\n)+/, '').trim();
  });
}

programs[`./${name}`]().catch((error: unknown) => {
  const problem = document.getElementById('problem')!;
  const reason = error instanceof Error ? error.message : String(error);
  problem.hidden = false;
  problem.textContent = `The example could not be started (${reason}). Check the connection, then load the page again.`;
});
