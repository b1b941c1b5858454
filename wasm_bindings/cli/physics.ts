// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// weft bench --physics: what the simulator measures against what a textbook says or a laboratory published, on the
// scenes of these tests. It runs in wasm; the native engine gives the same bits.
import { Weft, type World } from 'weft-cloth';
import type { Scene, SceneCloth } from 'weft-scenes';
import { countFolds, drapeCoefficient } from './drape.js';
import { heavyElastica } from './elastica.js';
import { RunFailed } from './failures.js';
import { table } from './paint.js';
import { cookScene, readScene, scenePath } from './scene_input.js';

const GRAVITY = 9.81;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** One line of the table. */
interface Finding {
  scene: string;
  quantity: string;
  measured: number;
  /** What it should be, and where that is from. */
  low: number;
  high: number;
  source: string;
}

/** Runs the physics scenes and prints measured against published. Fails when one is off. */
export async function checkPhysics(json: boolean): Promise<void> {
  const weft = await Weft.load();
  const findings = [
    await freeFall(weft),
    await slope(weft, 0.4, 'path in 1 s with friction 0.4, m', 0, 0.005, pathAfterASecond),
    await slope(
      weft,
      0.2,
      'acceleration with friction 0.2, m/s2',
      GRAVITY * (Math.sin(radians(20)) - 0.2 * Math.cos(radians(20))),
      0.05,
      accelerationAlongSlope,
    ),
    await hangingStrip(weft),
  ];
  for (const load of [1, 2, 4, 8, 16]) {
    findings.push(await cantilever(weft, load));
  }
  for (const specimen of SPECIMENS) {
    findings.push(...(await cusick(weft, specimen)));
  }
  console.log(json ? JSON.stringify(findings) : describe(findings));
  const off = findings.filter((finding) => !holds(finding));
  if (off.length > 0) {
    const said = off.map((f) => `${f.scene} (${f.quantity})`);
    throw new RunFailed(`outside of what is published: ${said.join(', ')}`);
  }
}

async function openScene(
  weft: Weft,
  name: string,
  change: (cloth: SceneCloth, scene: Scene) => void = () => {},
): Promise<World> {
  const path = scenePath(name);
  const scene = await readScene(path);
  scene.cloths.forEach((cloth) => change(cloth, scene));
  return weft.loadScene((await cookScene(path, scene)).bytes);
}

function setFabric(cloth: SceneCloth, values: object): void {
  cloth.fabric = Object.assign({}, cloth.fabric, values);
}

async function freeFall(weft: Weft): Promise<Finding> {
  const world = await openScene(weft, 'free-fall');
  const start = meanHeight(world);
  const frames = 48;
  runSteps(world, frames);
  const measured = start - meanHeight(world);
  world.dispose();
  const path = 0.5 * GRAVITY * (frames / 60) ** 2;
  return {
    scene: 'free-fall',
    quantity: `fallen in ${frames} steps, m`,
    measured,
    low: path - 1e-4,
    high: path + 1e-4,
    source: 'g t^2 / 2',
  };
}

async function slope(
  weft: Weft,
  friction: number,
  quantity: string,
  expected: number,
  tolerance: number,
  measure: (world: World) => number,
): Promise<Finding> {
  const world = await openScene(weft, 'incline', (cloth) =>
    setFabric(cloth, { friction_body: friction }),
  );
  const measured = measure(world);
  world.dispose();
  const slack = tolerance * (expected || 1);
  return {
    scene: 'incline',
    quantity,
    measured,
    low: expected - slack,
    high: expected + slack,
    source: 'Coulomb',
  };
}

function pathAfterASecond(world: World): number {
  runSteps(world, 30); // settle
  const start = placeOnSlope(world);
  runSteps(world, 60);
  return Math.abs(start - placeOnSlope(world));
}

function accelerationAlongSlope(world: World): number {
  const places: number[] = [];
  for (const steps of [15, 15, 15]) {
    runSteps(world, steps);
    places.push(placeOnSlope(world));
  }
  return Math.abs(places[2] - 2 * places[1] + places[0]) / (15 / 60) ** 2;
}

// The mean strain of a strip that hangs from its end is w L / (2 k).
async function hangingStrip(weft: Weft): Promise<Finding> {
  const world = await openScene(weft, 'hanging-strip');
  const length = 0.8;
  const clamp = Math.max(...heights(world.cloths[0].positions));
  runSteps(world, 300);
  const hem = heights(world.cloths[0].positions).sort().subarray(0, 6);
  world.dispose();
  const strain = (0.2 * GRAVITY * length) / (2 * 50);
  return {
    scene: 'hanging-strip',
    quantity: 'mean strain',
    measured: (clamp - hem.reduce((sum, y) => sum + y, 0) / hem.length) / length - 1,
    low: 0.98 * strain,
    high: 1.02 * strain,
    source: 'w L / 2 k',
  };
}

// Peirce's strip: D theta'' = -w (L - s) cos theta, clamped at s = 0, free at s = L. Its chord drops by an angle.
async function cantilever(weft: Weft, load: number): Promise<Finding> {
  const [length, columns, clamp] = [0.1, 81, 40];
  const rigidity = (0.2 * GRAVITY * length ** 3) / load;
  const world = await openScene(weft, 'cantilever', (cloth) =>
    setFabric(cloth, { bend_warp: rigidity, bend_weft: rigidity }),
  );
  runSteps(world, 300);
  const [reach, drop] = [0, 1].map(
    (axis) =>
      meanOfColumn(world, columns, columns - 1, axis) - meanOfColumn(world, columns, clamp, axis),
  );
  world.dispose();
  const tip = heavyElastica(load);
  const angle = Math.atan2(tip.drop, tip.reach) / radians(1);
  return {
    scene: 'cantilever',
    quantity: `chord angle at w L^3 / D = ${load}, degrees`,
    measured: Math.atan2(-drop, reach) / radians(1),
    low: angle - 1,
    high: angle + 1,
    source: 'Peirce 1930',
  };
}

function meanOfColumn(world: World, columns: number, column: number, axis: number): number {
  const { positions, vertexCount } = world.cloths[0];
  let sum = 0;
  for (let v = column; v < vertexCount; v += columns) {
    sum += positions[3 * v + axis];
  }
  return sum / (vertexCount / columns);
}

/** A fabric on the drapemeter: per cent of the brim in the shadow, as published. */
interface Specimen {
  fabric: string;
  low: number;
  high: number;
  source: string;
}

const SPECIMENS: Specimen[] = [
  { fabric: 'silk', low: 20, high: 40, source: 'Matsudaira, Yang 2003' },
  { fabric: 'cotton', low: 60, high: 76, source: 'Gan, Ly, Steven 1991' },
  { fabric: 'wool', low: 40, high: 70, source: 'worsted suiting' },
  { fabric: 'denim', low: 70, high: 90, source: 'heavy twill' },
];
const SPACINGS = [0.009, 0.0075];

async function cusick(weft: Weft, specimen: Specimen): Promise<Finding[]> {
  const { fabric, ...band } = specimen;
  const findings: Finding[] = [];
  const drapes: number[] = [];
  for (const spacing of SPACINGS) {
    const { drape, folds } = await drapeOver(weft, fabric, spacing);
    const at = `${fabric}, edges of ${1000 * spacing} mm`;
    drapes.push(drape);
    findings.push(
      { scene: 'cusick', quantity: `drape coefficient of ${at}, %`, measured: drape, ...band },
      { scene: 'cusick', quantity: `folds of ${at}`, measured: folds, ...FOLDS },
    );
  }
  const apart = Math.abs(drapes[0] - drapes[1]);
  const quantity = `two meshes of ${fabric} apart, %`;
  findings.push({ scene: 'cusick', quantity, measured: apart, low: 0, high: 3, source: 'itself' });
  return findings;
}

const FOLDS = { low: 4, high: 9, source: 'drapemeters' };

async function drapeOver(weft: Weft, fabric: string, spacing: number) {
  let steps = 0;
  const world = await openScene(weft, 'cusick', (cloth, scene) => {
    Object.assign(cloth, { fabric, spacing });
    steps = scene.steps ?? 600;
  });
  runSteps(world, steps);
  const { positions, indices } = world.cloths[0];
  const draped = { positions, triangles: indices };
  const found = { drape: drapeCoefficient(draped), folds: countFolds(draped) };
  world.dispose();
  return found;
}

function runSteps(world: World, count: number): void {
  for (let i = 0; i < count; ++i) {
    world.step();
  }
}

function heights(positions: Float32Array): Float32Array {
  return positions.filter((_, i) => i % 3 === 1);
}

function meanHeight(world: World): number {
  const all = heights(world.cloths[0].positions);
  return all.reduce((sum, y) => sum + y, 0) / all.length;
}

function placeOnSlope(world: World): number {
  const { positions, vertexCount } = world.cloths[0];
  let sum = 0;
  for (let v = 0; v < vertexCount; ++v) {
    sum += positions[3 * v] * Math.cos(radians(20)) + positions[3 * v + 1] * Math.sin(radians(20));
  }
  return sum / vertexCount;
}

function holds({ measured, low, high }: Finding): boolean {
  return measured >= low && measured <= high;
}

function describe(findings: readonly Finding[]): string {
  const number = (x: number) => (Math.abs(x) >= 10 ? x.toFixed(2) : x.toFixed(4));
  const lines = findings.map((finding) => [
    `${finding.scene}: ${finding.quantity}`,
    number(finding.measured),
    `${number(finding.low)} to ${number(finding.high)}`,
    finding.source,
    holds(finding) ? 'ok' : 'OFF',
  ]);
  return table([['physics', 'measured', 'published', 'source', ''], ...lines]);
}
