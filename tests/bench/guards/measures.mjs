// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What must stay true whatever makes a step faster, each as a number that the native engine gives. A row has the bound
// that it is held to, or none where it is only to be compared.
import { checkDump } from '../../crossings/check.mjs';
import { countFolds, drapeCoefficient } from '../../../wasm_bindings/dist/cli/drape.js';
import { heavyElastica } from '../../../wasm_bindings/dist/cli/elastica.js';
import { hipCreeps } from './hips.mjs';
import { startsOf } from './starts.mjs';
import { swingKept } from './swing.mjs';

const GRAVITY = 9.81;
const DEGREE = Math.PI / 180;
const FRAME = 1 / 60;

const mean = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;
const clothsOf = (dump) => dump.meshes.filter((mesh) => mesh.kind === 'cloth');

// ---- crossings

const CROSSED = [
  ['sheets-on-solids', 120, 4],
  ['walk-skirt', 200, 8],
  ['walk-tshirt', 120, 8],
  ['ten-sheets-small', 120, 6],
  ['curtain-drag', 120, 8],
];

function crossings(native, [scene, steps, every]) {
  return native.run(scene, { steps, every }, ({ reports, dump }) => {
    const counted = checkDump(dump.folder);
    const declared = reports.reduce((sum, report) => sum + (report.crossings_declared ?? 0), 0);
    return Math.max(0, counted.cloth_body + counted.cloth_cloth - declared);
  });
}

// ---- strain

/** Per cent: the largest of a step in the mean and at worst, and the mean of the 99th percentiles. */
function strains(native, [scene, from, steps]) {
  return native.run(scene, { steps }, ({ reports }) => {
    const seen = reports.slice(from);
    const most = seen.map((report) => 100 * report.strain_max);
    return [mean(most), Math.max(...most), mean(seen.map((report) => 100 * report.strain_p99))];
  });
}

// ---- rest

/** Mean speed of the vertices of each cloth over the frames after `from`, mm/s. */
function speeds(native, scene, from, steps) {
  return native.run(scene, { steps, every: 1 }, ({ dump }) =>
    clothsOf(dump).map((mesh) => {
      let [sum, before] = [0, dump.positions(mesh, from)];
      for (let frame = from + 1; frame <= steps; ++frame) {
        const now = dump.positions(mesh, frame);
        for (let i = 0; i < now.length; i += 3) {
          sum += Math.hypot(
            now[i] - before[i],
            now[i + 1] - before[i + 1],
            now[i + 2] - before[i + 2],
          );
        }
        before = now;
      }
      return (1000 * sum) / (steps - from) / mesh.vertexCount / FRAME;
    }),
  );
}

// ---- statics

function hangingStrip(native) {
  const length = 0.8;
  return native.run('hanging-strip', { steps: 300, every: 300 }, ({ dump }) => {
    const [mesh] = clothsOf(dump);
    const heights = (frame) => dump.positions(mesh, frame).filter((_, i) => i % 3 === 1);
    const hem = heights(1).sort().subarray(0, 6);
    const strain = (Math.max(...heights(0)) - mean([...hem])) / length - 1;
    return (100 * strain) / ((0.2 * GRAVITY * length) / (2 * 50)) - 100;
  });
}

function cantilever(native) {
  const [columns, clamp, load] = [81, 40, 10];
  return native.run('cantilever', { steps: 300, every: 300 }, ({ dump }) => {
    const [mesh] = clothsOf(dump);
    const x = dump.positions(mesh, 1);
    const of = (column, axis) =>
      mean([...x].filter((_, i) => i % 3 === axis && Math.floor(i / 3) % columns === column));
    const [reach, drop] = [0, 1].map((axis) => of(columns - 1, axis) - of(clamp, axis));
    const tip = heavyElastica(load);
    return (Math.atan2(-drop, reach) - Math.atan2(tip.drop, tip.reach)) / DEGREE;
  });
}

function cusick(native) {
  return native.run('cusick', { steps: 600, every: 600 }, ({ dump }) => {
    const [mesh] = clothsOf(dump);
    const draped = { positions: dump.positions(mesh, 1), triangles: mesh.faces };
    return [drapeCoefficient(draped), countFolds(draped)];
  });
}

// ---- friction and fall

/** Places along the slope of 20 degrees after so many steps each, m. */
function slide(native, friction, frames) {
  const scene = native.scene('incline');
  scene.cloths[0].fabric = { preset: 'cotton', friction_body: friction };
  return native.run(scene, { steps: frames.at(-1), every: 15 }, ({ dump }) =>
    frames.map((frame) => {
      const x = dump.positions(clothsOf(dump)[0], frame / 15);
      let sum = 0;
      for (let i = 0; i < x.length; i += 3) {
        sum += x[i] * Math.cos(20 * DEGREE) + x[i + 1] * Math.sin(20 * DEGREE);
      }
      return (3 * sum) / x.length;
    }),
  );
}

function sticks(native) {
  const [start, end] = slide(native, 0.4, [30, 90]);
  return 1000 * Math.abs(start - end);
}

function slides(native) {
  const [a, b, c] = slide(native, 0.2, [15, 30, 45]);
  const expected = GRAVITY * (Math.sin(20 * DEGREE) - 0.2 * Math.cos(20 * DEGREE));
  return 100 * (Math.abs(c - 2 * b + a) / (15 * FRAME) ** 2 / expected - 1);
}

function fall(native) {
  const steps = 48;
  return native.run('free-fall', { steps, every: steps }, ({ dump }) => {
    const [mesh] = clothsOf(dump);
    const height = (frame) => mean([...dump.positions(mesh, frame)].filter((_, i) => i % 3 === 1));
    return 1000 * (height(0) - height(1) - 0.5 * GRAVITY * (steps * FRAME) ** 2);
  });
}

// ---- the filter

/** Per cent, of five starts: the middle one and the largest. For the same skirt one alone is 2 to 20 %. */
function tangential(native, [name, from, steps]) {
  const shares = startsOf(native, name)
    .map((start) => {
      const { normal, tangential } = native.cuts(start, from, steps);
      return (100 * tangential) / (normal + tangential || 1);
    })
    .sort((a, b) => a - b);
  return [shares[2], shares[4]];
}

// ---- the table

/** `measure` gives one value for each of `rows`: a name, a unit, and the least and most it may be. */
export const GUARDS = [
  ...CROSSED.map((of) => ({
    name: `crossings of ${of[0]}`,
    rows: [[`undeclared crossings, ${of[0]}, ${of[1]} steps`, '', 0, 0]],
    measure: (native) => [crossings(native, of)],
  })),
  {
    name: 'hips',
    rows: [
      ['skirt turns round the hips in 55 s, mean of four starts', 'mm', 0, 21],
      ['the same, the start that turns most', 'mm'],
    ],
    measure: (native) => {
      const turns = hipCreeps(native, 4);
      return [mean(turns), Math.max(...turns)];
    },
  },
  ...[
    ['walk-skirt', 60, 300],
    ['walk-tshirt', 60, 300],
    ['twist', 40, 150],
  ].map((of) => ({
    name: `strain of ${of[0]}`,
    rows: ['largest, mean of the steps', 'largest, worst step', '99th percentile, mean'].map(
      (text) => [`strain of ${of[0]}, ${text}`, '%'],
    ),
    measure: (native) => strains(native, of),
  })),
  {
    name: 'strip',
    rows: [['strain of a hanging strip off w L / 2 k', '%', -2, 2]],
    measure: (native) => [hangingStrip(native)],
  },
  {
    name: 'cantilever',
    rows: [["chord of a cantilever off Peirce's", 'degrees', -1, 1]],
    measure: (native) => [cantilever(native)],
  },
  {
    name: 'cusick',
    rows: [
      ['drape coefficient, cotton', '%', 60, 76],
      ['folds of the drape', '', 4, 9],
    ],
    measure: cusick,
  },
  {
    name: 'incline',
    rows: [
      ['path in 1 s on a slope that holds', 'mm', 0, 5],
      ['acceleration on one that does not, off Coulomb', '%', -5, 5],
    ],
    measure: (native) => [sticks(native), slides(native)],
  },
  {
    name: 'rest',
    rows: [
      ['speed in the sixth second, sheets on four solids, mean of five starts', 'mm/s', 0, 1],
      ['the same, the sheet that moves most', 'mm/s'],
    ],
    measure: (native) => {
      const late = startsOf(native, 'sheets-on-solids').flatMap((start) =>
        speeds(native, start, 300, 360),
      );
      return [mean(late), Math.max(...late)];
    },
  },
  {
    name: 'pile',
    rows: [
      ['speed in the second second, ten sheets, mean of five starts', 'mm/s'],
      ['speed in the sixth second, ten sheets, mean of five starts', 'mm/s', 0, 1],
      ['the same, the sheet that moves most', 'mm/s'],
    ],
    measure: (native) => {
      const starts = startsOf(native, 'ten-sheets-small');
      const during = (from, steps) => starts.flatMap((start) => speeds(native, start, from, steps));
      const late = during(300, 360);
      return [mean(during(60, 120)), mean(late), Math.max(...late)];
    },
  },
  {
    name: 'fall',
    rows: [['free fall of 0.8 s off g t^2 / 2', 'mm', -0.1, 0.1]],
    measure: (native) => [fall(native)],
  },
  {
    name: 'swing',
    rows: [
      ['energy that a swing keeps for 5 s', '%'],
      ['the same with sixteen times smaller steps', '%'],
      ['the first over the second', '%', 90, 110],
    ],
    measure: (native) => {
      const [now, finer] = [swingKept(native, 1), swingKept(native, 16)];
      return [now, finer, (100 * now) / finer];
    },
  },
  ...[
    ['walk-skirt', 100, 250],
    ['walk-tshirt', 100, 200],
    ['ten-sheets-small', 0, 120],
  ].map((of) => ({
    name: `cuts of ${of[0]}`,
    rows: [
      [`tangential share of the filter's cuts, ${of[0]}, middle of five starts`, '%', 0, 5],
      ['the same, the start with most', '%'],
    ],
    measure: (native) => tangential(native, of),
  })),
];
