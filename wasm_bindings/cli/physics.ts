// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// weft bench --physics: what the simulator measures against what a textbook says, on the scenes that have an
// answer in closed form or by a line of integration. It runs in wasm; the native engine gives the same bits.
import { Weft, type World } from 'weft-cloth';
import { RunFailed } from './failures.js';
import { table } from './paint.js';
import { cookScene, readScene, scenePath } from './scene_input.js';

const GRAVITY = 9.81;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** One line of the table. */
interface Finding {
  scene: string;
  quantity: string;
  expected: number;
  measured: number;
  tolerance: number;
}

/** Runs the physics scenes and prints measured against expected. Fails when one is off. */
export async function checkPhysics(json: boolean): Promise<void> {
  const weft = await Weft.load();
  const findings = [
    await freeFall(weft),
    await slope(weft, 0.4, 'stays with friction 0.4: path in 1 s, m', 0, 0.005, pathAfterASecond),
    await slope(
      weft,
      0.2,
      'slides with friction 0.2, m/s2',
      GRAVITY * (Math.sin(radians(20)) - 0.2 * Math.cos(radians(20))),
      0.05,
      accelerationAlongSlope,
    ),
    await cantilever(weft),
  ];
  console.log(json ? JSON.stringify(findings) : describe(findings));
  const off = findings.filter((finding) => !holds(finding));
  if (off.length > 0) {
    throw new RunFailed(`off by more than allowed: ${off.map((f) => f.scene).join(', ')}`);
  }
}

async function openScene(weft: Weft, name: string, friction?: number): Promise<World> {
  const path = scenePath(name);
  const scene = await readScene(path);
  for (const cloth of scene.cloths) {
    if (friction !== undefined && typeof cloth.fabric === 'object') {
      cloth.fabric.friction_body = friction;
    }
  }
  return weft.loadScene((await cookScene(path, scene)).bytes);
}

async function freeFall(weft: Weft): Promise<Finding> {
  const world = await openScene(weft, 'free-fall');
  const start = meanHeight(world);
  const frames = 48;
  runSteps(world, frames);
  const measured = start - meanHeight(world);
  world.dispose();
  return {
    scene: 'free-fall',
    quantity: `fallen in ${frames} steps, m`,
    expected: 0.5 * GRAVITY * (frames / 60) ** 2,
    measured,
    tolerance: 0.001,
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
  const world = await openScene(weft, 'incline', friction);
  const measured = measure(world);
  world.dispose();
  return { scene: 'incline', quantity, expected, measured, tolerance };
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

// Peirce's strip: D theta'' = -w (L - s) cos theta, clamped at s = 0, free at s = L. The scene has w L^3 / D = 10.
async function cantilever(weft: Weft): Promise<Finding> {
  const world = await openScene(weft, 'cantilever');
  const length = 0.1;
  const { positions } = world.cloths[0];
  const start = Math.max(...heights(positions));
  runSteps(world, 600);
  const drop = start - Math.min(...heights(world.cloths[0].positions));
  world.dispose();
  return {
    scene: 'cantilever',
    quantity: 'drop of the end over its length',
    expected: heavyElastica(10),
    measured: drop / length,
    tolerance: 0.05,
  };
}

// Shooting: the curvature at the clamp is bisected until the free end has none.
function heavyElastica(load: number): number {
  let [low, high] = [0, load];
  for (let i = 0; i < 60; ++i) {
    const middle = (low + high) / 2;
    bend(load, middle).curvature > 0 ? (high = middle) : (low = middle);
  }
  return bend(load, low).drop;
}

function bend(load: number, clampCurvature: number): { curvature: number; drop: number } {
  const steps = 2000;
  const ds = 1 / steps;
  let [angle, curvature, drop] = [0, clampCurvature, 0];
  for (let i = 0; i < steps; ++i) {
    const halfAngle = angle + (ds / 2) * curvature;
    const s = (i + 0.5) * ds;
    curvature -= ds * load * (1 - s) * Math.cos(halfAngle);
    angle = halfAngle + (ds / 2) * curvature;
    drop += ds * Math.sin(halfAngle);
  }
  return { curvature, drop };
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

// Relative where something is expected, absolute where nothing is.
function deviation({ expected, measured }: Finding): number {
  return expected === 0 ? measured : Math.abs(measured / expected - 1);
}

function holds(finding: Finding): boolean {
  return deviation(finding) <= finding.tolerance;
}

function describe(findings: readonly Finding[]): string {
  const lines = findings.map((finding) => [
    `${finding.scene}: ${finding.quantity}`,
    finding.expected.toFixed(4),
    finding.measured.toFixed(4),
    finding.expected === 0 ? '' : `${(100 * deviation(finding)).toFixed(2)} %`,
    holds(finding) ? 'ok' : 'OFF',
  ]);
  return table([['physics', 'expected', 'measured', 'off by', ''], ...lines]);
}
