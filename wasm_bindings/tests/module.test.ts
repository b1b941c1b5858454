// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The built module through the typed API.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { PHASES, WeftError, type Weft } from '../src/index.js';
import { box, loadWeft, sheet } from './support.js';

let weft: Weft;

beforeAll(async () => {
  weft = await loadWeft();
});

function codeOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return error instanceof WeftError ? error.code : String(error);
  }
  return 'nothing was thrown';
}

test('the registry names at least one method a stage', () => {
  const stages = new Set(weft.methods().map((method) => method.stage));
  expect([...stages].sort()).toEqual(['narrow_phase', 'repair', 'response', 'solver', 'structure']);
});

test('fabrics have names and numbers', () => {
  expect(weft.fabrics()).toContain('cotton');
  expect(weft.fabric('denim').density).toBeGreaterThan(weft.fabric('silk').density);
  expect(() => weft.fabric('wood')).toThrow('"wood" is not one of cotton');
});

test('a sheet falls as a stone does', () => {
  const world = weft.createWorld();
  const cloth = world.addCloth({ ...sheet(5, 0.4, 1), fabric: { drag: 0, lift: 0 } });
  for (let step = 0; step < 30; ++step) {
    world.step();
  }
  const height = cloth.positions[1];
  expect(world.stepCount).toBe(30);
  expect(1 - height).toBeGreaterThan(0.5 * 9.81 * 0.25 * 0.97);
  expect(1 - height).toBeLessThan(0.5 * 9.81 * 0.25 * 1.06);
  world.dispose();
});

test('a report has every number and the times of all phases', () => {
  const world = weft.createWorld();
  world.addCloth(sheet(4, 0.3, 1));
  const report = world.step();
  expect(report.status).toBe('WEFT_OK');
  expect(report.step).toBe(1);
  expect(Object.keys(report.ms)).toEqual([...PHASES]);
  expect(report.crossingsBody + report.crossingsCloth).toBe(0);
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  world.dispose();
});

test('views are live, cached, and made anew when memory grew', () => {
  const world = weft.createWorld();
  const cloth = world.addCloth(sheet(8, 0.4, 1));
  world.step();
  const before = cloth.positions;
  const kept = cloth.copyPositions(new Float32Array(3 * cloth.vertexCount));
  world.step();
  expect(cloth.positions).toBe(before);
  expect(before[1]).toBeLessThan(kept[1]);
  const big = weft.createWorld();
  big.addCloth(sheet(160, 2, 1));
  expect(cloth.positions.length).toBe(3 * cloth.vertexCount);
  expect(cloth.positions[1]).toBeLessThan(kept[1]);
  expect(cloth.mergeMap[5]).toBe(5);
  expect(cloth.normals.length).toBe(cloth.positions.length);
  expect(cloth.strain.length).toBe(cloth.vertexCount);
  expect(cloth.pressure.length).toBe(cloth.vertexCount);
  world.dispose();
  big.dispose();
});

test('a body moves as it is told', () => {
  const world = weft.createWorld();
  const body = world.addBody(box(0.2));
  world.addCloth(sheet(6, 0.3, 0.2));
  const next = body.positions.map((x, i) => (i % 3 === 0 ? x + 0.005 : x));
  body.setPositions(next);
  world.step();
  expect([...body.positions]).toEqual([...next]);
  expect(codeOf(() => body.setPositions(new Float32Array(3)))).toBe('WEFT_ERROR_INVALID_ARGUMENT');
  world.dispose();
});

test('what a body leaves no room is marked vertex by vertex, also after a restore', () => {
  const world = weft.createWorld();
  world.addBody(box(0.2));
  const cloth = world.addCloth(sheet(9, 0.3, 0.05)); // begins in the box
  const marks = () => cloth.captured.reduce((sum, mark) => sum + mark, 0);
  expect(marks()).toBe(0);
  const { captured } = world.step();
  expect(captured).toBeGreaterThan(0);
  expect(captured).toBeLessThan(cloth.vertexCount);
  expect(marks()).toBe(captured);
  const snapshot = world.snapshot();
  cloth.captured.fill(0);
  world.restore(snapshot);
  expect(marks()).toBe(captured);
  world.dispose();
});

test('the same world gives the same hash, and a snapshot goes on bit for bit', () => {
  const build = () => {
    const world = weft.createWorld();
    world.addBody(box(0.2));
    world.addCloth(sheet(9, 0.3, 0.15));
    return world;
  };
  const [a, b] = [build(), build()];
  const steps = (world: typeof a, count: number) => {
    for (let i = 0; i < count; ++i) {
      world.step();
    }
    return world.hash();
  };
  const hash = steps(a, 20);
  expect(hash).toMatch(/^[0-9a-f]{16}$/);
  expect(steps(b, 20)).toBe(hash);
  const snapshot = a.snapshot();
  const later = steps(a, 10);
  a.restore(snapshot);
  expect(a.hash()).toBe(hash);
  expect(steps(a, 10)).toBe(later);
  a.reset();
  expect(a.stepCount).toBe(0);
  expect(steps(a, 20)).toBe(hash);
  a.dispose();
  b.dispose();
});

test('bad meshes are refused with code, place and element', () => {
  const world = weft.createWorld();
  const { positions, indices } = box(0.2);
  const open = { positions, indices: indices.slice(3) };
  expect(codeOf(() => world.addBody(open))).toBe('WEFT_ERROR_OPEN_BODY');
  const turned = { positions, indices: indices.slice().reverse() };
  expect(codeOf(() => world.addBody(turned))).toBe('WEFT_ERROR_INSIDE_OUT_BODY');
  const { positions: flat, indices: corners } = sheet(3, 1, 0);
  const outside = { positions: flat, indices: corners.map((v, i) => (i === 4 ? 99 : v)) };
  expect(codeOf(() => world.addCloth(outside))).toBe('WEFT_ERROR_INDEX_OUT_OF_RANGE');
  const broken = { positions: flat.map((x, i) => (i === 7 ? NaN : x)), indices: corners };
  expect(codeOf(() => world.addCloth(broken))).toBe('WEFT_ERROR_NOT_FINITE');
  world.dispose();
});

test('options that do not exist are refused by name', () => {
  const options = { gravitation: [0, 0, 0] } as object;
  expect(() => weft.createWorld(options)).toThrow('world.gravitation: there is no such option');
  expect(() => weft.createWorld({ solver: 'magic' })).toThrow(
    'there is no solver "magic"; the nearest is',
  );
});

test('methods are chosen by name', () => {
  const world = weft.createWorld();
  world.setMethod('structure', 'dop_tree');
  expect(codeOf(() => world.setMethod('structure', 'octree'))).toBe('WEFT_ERROR_UNKNOWN_METHOD');
  world.dispose();
});

test('events change the world and are refused when they make no sense', () => {
  const world = weft.createWorld();
  const cloth = world.addCloth(sheet(4, 0.3, 1));
  world.pushEvent({ kind: 'gravity', p: [0, 9.81, 0] });
  for (let step = 0; step < 10; ++step) {
    world.step();
  }
  expect(cloth.positions[1]).toBeGreaterThan(1);
  const nonsense = { kind: 'dance' } as unknown as { kind: 'play' };
  expect(codeOf(() => world.pushEvent(nonsense))).toBe('WEFT_ERROR_INVALID_ARGUMENT');
  world.dispose();
});

test('any bytes are safe as a scene', () => {
  const code = (bytes: Uint8Array) => codeOf(() => weft.loadScene(bytes));
  expect(code(new Uint8Array(0))).toMatch(/^WEFT_ERROR_(BAD_SCENE_HEADER|TRUNCATED_SCENE)$/);
  expect(code(new Uint8Array(64))).toBe('WEFT_ERROR_BAD_SCENE_HEADER');
});

test('use after dispose throws', () => {
  const world = weft.createWorld();
  const cloth = world.addCloth(sheet(4, 0.3, 1));
  world.dispose();
  world.dispose();
  expect(codeOf(() => world.step())).toBe('WEFT_ERROR_INVALID_ARGUMENT');
  expect(codeOf(() => cloth.positions)).toBe('WEFT_ERROR_INVALID_ARGUMENT');
});

test('a step that cannot arrive says whose pins are in the way, and drops them', () => {
  const world = weft.createWorld({ gravity: [0, 0, 0] });
  const corners = [0, 0, 0, 0.1, 0, 0, 0, 0, 0.1, 0, -0.1, 0];
  const lift = (y: number) => Float32Array.from(corners, (x, i) => (i % 3 === 1 ? x + y : x) - 1);
  const indices = Uint32Array.from([0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3]);
  const body = world.addBody({ positions: lift(0), indices });
  const triangle = (y: number, size: number) =>
    Float32Array.from([-size, y, -size, size, y, -size, 0, y, size]);
  const sheet = Uint32Array.from([0, 2, 1]);
  const vertices = [0, 1, 2];
  world.addCloth({
    positions: triangle(0.05, 0.1),
    indices: sheet,
    pins: vertices.map((vertex) => ({ kind: 'fixed' as const, vertex })),
  });
  world.addCloth({
    positions: triangle(0, 0.05),
    indices: sheet,
    pins: vertices.map((vertex) => {
      const at = triangle(0, 0.05).subarray(3 * vertex, 3 * vertex + 3);
      return {
        kind: 'body' as const,
        vertex,
        body: 0,
        element: 0,
        offset: [at[0] + 1, at[1] + 1, at[2] + 1] as [number, number, number],
      };
    }),
  });
  let report = world.step();
  let [step, dropped] = [0, 0];
  const rise = () => {
    step += 1;
    body.setPositions(lift(0.01 * step));
    report = world.step();
    dropped += report.pinsDropped;
  };
  while (report.bodyLagMax <= 0.1 && step < 20) rise();
  expect(report.blocked).toBeGreaterThan(0);
  expect(report.bodyLagMax).toBeGreaterThan(0.1);
  expect(report.crossingsCloth).toBe(0);
  const [[a, b]] = world.blocks();
  expect([a.cloth, b.cloth].sort()).toEqual([0, 1]);
  expect([a, b].find((side) => side.cloth === 1)).toMatchObject({ body: 0 });
  expect([a, b].find((side) => side.cloth === 0)).not.toHaveProperty('body');
  expect(dropped).toBe(0);
  while (step < 40) rise();
  expect(dropped).toBe(3); // those on the body
  expect(report.blocked).toBe(0);
  expect(report.bodyLagMax).toBe(0);
  expect(report.crossingsCloth).toBe(0);
  world.dispose();
});

test('kept views become empty after dispose where that is asked for', async () => {
  const careful = await loadWeft({ detachViews: true });
  const [first, second] = [careful.createWorld(), careful.createWorld()];
  const kept = first.addCloth(sheet(4, 0.1, 1)).positions;
  const cloth = second.addCloth(sheet(4, 0.1, 2));
  const { positions } = cloth;
  first.dispose();
  expect(kept.length).toBe(0);
  expect(positions.length).toBe(0);
  expect(cloth.positions[1]).toBe(2);
  second.step();
  const last = cloth.positions;
  second.removeCloth(cloth);
  expect(last.length).toBe(0);
  second.step();
  second.dispose();
});

/** Two sheets that cross, without weight: how many crossings are left after a second, and how many were declared. */
async function leaveCrossed(repair?: string) {
  const lab = readFileSync(new URL('../dist/weft-lab.wasm', import.meta.url));
  const world = (await loadWeft({ bytes: lab })).createWorld({
    gravity: [0, 0, 0],
    response: 'none',
    ...(repair && { repair }),
  });
  const [flat, steep] = [sheet(9, 0.16, 0), sheet(9, 0.16, 0.003)];
  for (let i = 0; i < steep.positions.length; i += 3) {
    steep.positions[i] += 0.007;
    steep.positions[i + 1] += 0.4 * steep.positions[i + 2];
  }
  world.addCloth({ ...flat, name: 'flat' });
  world.addCloth({ ...steep, name: 'steep' });
  let declared = 0;
  for (let step = 0; step < 60; ++step) declared += world.step().crossingsDeclared;
  return { left: world.step().crossingsCloth, declared };
}

test('a repair acts with a response that promises nothing when it is chosen, and only then', async () => {
  const [usual, chosen] = [await leaveCrossed(), await leaveCrossed('untangle')];
  expect(usual.left).toBeGreaterThan(8);
  expect(usual.declared).toBe(0);
  expect(chosen.left).toBe(0);
  expect(chosen.declared).toBeGreaterThan(8);
});
