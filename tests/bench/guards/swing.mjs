// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a swinging sheet keeps of its energy above rest: half a metre of cotton, 15 x 15 vertices, let go at 30 degrees
// from the vertical, held by its upper edge, without air.

const SECONDS = 5;
const FRAME = 1 / 60;

function scene(frame, degrees, air) {
  return {
    name: 'swing',
    frame,
    air_density: air,
    cloths: [
      {
        kind: 'grid',
        name: 'sheet',
        size: [0.5, 0.5],
        columns: 15,
        rows: 15,
        at: [0, -0.25 * Math.cos((degrees * Math.PI) / 180), 0], // its middle; the edge is at 0
        rotate: [90 - degrees, 0, 0],
        pins: [{ where: 'top' }],
        fabric: air > 0 ? 'cotton' : { preset: 'cotton', drag: 0, lift: 0 },
      },
    ],
  };
}

function energy(native, of, steps, set) {
  return native.run(of, { steps, set }, ({ end }) =>
    Object.values(end.energy).reduce((sum, part) => sum + part, 0),
  );
}

/**
 * Per cent of the energy above rest that is left after 5 s with steps `finer` times smaller. What is finer is also
 * solved to the end, or what gradients leave over would be most of a move that small.
 */
export function swingKept(native, finer) {
  const frame = FRAME / finer;
  const exact = ['solver.newton_steps=3', 'solver.iterations=200', 'solver.sweeps=8'];
  const set = finer > 1 ? exact : [];
  const rest = energy(native, scene(FRAME, 0, 1.2), 900, []);
  const start = energy(native, scene(frame, 30, 0), 1, set);
  const end = energy(native, scene(frame, 30, 0), Math.round(SECONDS / frame), set);
  return (100 * (end - rest)) / (start - rest);
}
