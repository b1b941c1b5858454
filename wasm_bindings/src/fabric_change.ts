// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Another fabric at run time: a preset is one event, every number that differs from it one more.
import * as check from './checks.js';
import type { Cloth } from './cloth.js';
import { fabricPreset, readFabric } from './definitions.js';
import type { ClothOptions, Fabric, WeftEvent } from './types.js';

/** Gives a cloth a preset, a preset with some numbers replaced, or its own fabric with some numbers replaced. */
export function setFabric(cloth: Cloth, fabric: NonNullable<ClothOptions['fabric']>): void {
  const { world, index: target } = cloth;
  const names = world.heap.fieldNames('weft_fabric');
  const given = typeof fabric === 'string' ? { preset: fabric } : fabric;
  const { preset, ...numbers } = check.options('fabric', given, [...names, 'preset']);
  const base = preset === undefined ? cloth.fabric : readFabric(world.heap, preset);
  checkCoupling({ ...base, ...numbers });
  const events: WeftEvent[] = [];
  if (preset !== undefined) {
    events.push({ kind: 'fabric', target, index: fabricPreset(world.heap, preset) });
  }
  // Compression bounds the coupling, so it comes before it.
  const order = ['compression', ...names.filter((name) => name !== 'compression')];
  for (const name of order) {
    const value = numbers[name as keyof Fabric];
    if (value !== undefined) {
      check.oneNumber(`fabric.${name}`, value);
      events.push({ kind: 'fabricField', target, index: names.indexOf(name), p: [value] });
    }
  }
  world.pushEvents(events);
}

function checkCoupling({ poisson, compression }: Fabric): void {
  if (poisson * poisson > compression) {
    check.refuse('fabric.poisson', `its square is more than compression, ${compression}`);
  }
}
