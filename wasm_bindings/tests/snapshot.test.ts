// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Snapshots as bytes: any bytes are safe. What is refused changes nothing; what is taken can be stepped from.
import { expect, test } from 'vitest';
import { WeftError, type World } from '../src/index.js';
import { box, loadWeft, randomNumbers, sheet } from './support.js';

const HEADER = 32; // bytes: magic, version, scene, size, hash
const SEED = 20;

/** A sheet on a box with a pin, a seam, a hand and an event to come. */
async function busyWorld(): Promise<World> {
  const world = (await loadWeft()).createWorld();
  world.addBody(box(0.2));
  world.addCloth({
    ...sheet(7, 0.3, 0.13),
    seams: Uint32Array.from([0, 6]),
    pins: [{ vertex: 24, kind: 'spring', offset: [0, 0.2, 0], stiffness: 5 }],
  });
  world.pushEvent({ kind: 'wind', step: 40, p: [1, 0, 0] });
  world.pushEvent({ kind: 'grab', index: 48, p: [0.2, 0.2, 0.2, 30] });
  for (let step = 0; step < 12; ++step) {
    world.step();
  }
  return world;
}

// FNV-1a a word at a time, as the core takes it: behind a wrong hash nothing is read.
function fixHeader(bytes: Uint8Array): void {
  if (bytes.length < HEADER || bytes.length % 8 !== 0) {
    return;
  }
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  data.setBigUint64(16, BigInt(bytes.length), true);
  let hash = 0xcbf29ce484222325n;
  for (let at = HEADER; at < bytes.length; at += 4) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(data.getUint32(at, true))) * 0x100000001b3n);
  }
  data.setBigUint64(24, hash, true);
}

function damage(snapshot: Uint8Array, random: () => number): Uint8Array {
  const below = (limit: number) => Math.floor(random() * limit);
  if (below(8) === 0) {
    return snapshot.slice(0, below(snapshot.length));
  }
  const bytes = below(16) === 0 ? new Uint8Array([...snapshot, ...snapshot]) : snapshot.slice();
  const data = new DataView(bytes.buffer);
  const words = [0, 1, 0xffffffff, 0x7fc00000, 0x7f800000, 0x7f7fffff, 0x80000000, below(2 ** 32)];
  for (let count = 1 + below(3); count > 0; --count) {
    // Half of them near the beginning, where counts and flags are.
    const end = below(2) ? bytes.length : Math.min(bytes.length, 1200);
    const at = HEADER + 4 * below((end - HEADER) / 4);
    data.setUint32(at, words[below(words.length)], true);
  }
  return bytes;
}

test(`damaged snapshots are refused or can be stepped from (seed ${SEED})`, async () => {
  const world = await busyWorld();
  const snapshot = world.snapshot();
  const hash = world.hash();
  const signed = randomNumbers(SEED);
  const random = () => (signed() + 1) / 2;
  const seen = { refused: 0, taken: 0 };
  for (let round = 0; round < 600; ++round) {
    const bytes = damage(snapshot, random);
    if (random() < 0.9) {
      fixHeader(bytes);
    }
    try {
      world.restore(bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(WeftError);
      expect((error as WeftError).code).toBe('WEFT_ERROR_SNAPSHOT_MISMATCH');
      expect(world.hash()).toBe(hash);
      seen.refused++;
      continue;
    }
    world.step();
    expect(world.cloths[0].positions.every(Number.isFinite)).toBe(true);
    world.restore(snapshot);
    expect(world.hash()).toBe(hash);
    seen.taken++;
  }
  expect(seen.refused).toBeGreaterThan(200);
  expect(seen.taken).toBeGreaterThan(20);
  world.dispose();
});

test('equal states are equal bytes, and a snapshot of another scene is refused', async () => {
  const [one, other] = [await busyWorld(), await busyWorld()];
  const snapshot = one.snapshot();
  expect(other.snapshot()).toEqual(snapshot);
  other.addCloth(sheet(3, 0.1, 1));
  expect(() => other.restore(snapshot)).toThrow('WEFT_ERROR_SNAPSHOT_MISMATCH');
  expect(() => one.restore(new Uint8Array(0))).toThrow('WEFT_ERROR_SNAPSHOT_MISMATCH');
  expect(() => one.restore('bytes' as never)).toThrow(WeftError);
  one.dispose();
  other.dispose();
});
