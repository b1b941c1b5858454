// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From options to the structs of the C API: each function fills one definition in temporary memory.
import { invalidArgument } from './error.js';
import type { FieldValue, Heap, Scope } from './heap.js';
import { PIN_KINDS } from './types.js';
import type { BodyOptions, ClothOptions, Fabric, Method, Pin, WorldOptions } from './types.js';

/** Row `index` of the method registry with the number it stands for, or undefined past the end. */
export function methodAt(heap: Heap, index: number): (Method & { value: number }) | undefined {
  const row = heap.exports.weft_method_at(index);
  if (!row) {
    return undefined;
  }
  const values = heap.readStruct('weft_method', row) as Record<string, number>;
  return {
    stage: heap.text(values.stage),
    name: heap.text(values.name),
    source: heap.text(values.source),
    guarantee: heap.text(values.guarantee),
    value: values.value,
  };
}

function methodValue(heap: Heap, stage: string, name: string | undefined): number | undefined {
  if (name === undefined) {
    return undefined;
  }
  const known: string[] = [];
  for (let index = 0, method; (method = methodAt(heap, index)); ++index) {
    if (method.stage === stage) {
      if (method.name === name) {
        return method.value;
      }
      known.push(method.name);
    }
  }
  throw invalidArgument(`${stage}: "${name}" is not one of ${known.join(', ')}.`);
}

/** Fills a weft_world_def. */
export function worldDef(heap: Heap, scope: Scope, options: WorldOptions): number {
  const def = scope.struct('weft_world_def');
  heap.exports.weft_js_default_world_def(def);
  heap.writeStruct('weft_world_def', def, {
    ...options,
    structure: methodValue(heap, 'structure', options.structure),
    solver: methodValue(heap, 'solver', options.solver),
    response: methodValue(heap, 'response', options.response),
    repair: methodValue(heap, 'repair', options.repair),
  });
  return def;
}

/** Fills a weft_body_def and copies its arrays into the scope. */
export function bodyDef(heap: Heap, scope: Scope, options: BodyOptions): number {
  const { positions, indices, boneIndices, boneWeights, boneHeads, parts, ...scalars } = options;
  const vertexCount = positions.length / 3;
  requireLength('boneIndices', boneIndices, 4 * vertexCount);
  requireLength('boneWeights', boneWeights, 4 * vertexCount);
  requireLength('parts', parts, indices.length / 3);
  const def = scope.struct('weft_body_def');
  heap.exports.weft_js_default_body_def(def);
  heap.writeStruct('weft_body_def', def, {
    ...scalars,
    positions: scope.array(float32('positions', positions, 3)),
    triangles: scope.array(uint32('indices', indices, 3)),
    boneIndices: scope.array(boneIndices),
    [boneWeights instanceof Float32Array ? 'boneShares' : 'boneWeights']: scope.array(boneWeights),
    boneHeads: scope.array(boneHeads),
    parts: scope.array(parts),
    vertexCount,
    triangleCount: indices.length / 3,
    boneCount: boneHeads ? boneHeads.length / 3 : 0,
  });
  return def;
}

/** Fills a weft_cloth_def and copies its arrays into the scope. */
export function clothDef(heap: Heap, scope: Scope, options: Omit<ClothOptions, 'drawn'>): number {
  const { positions, indices, velocities, material, seams, pins, fabric, ...scalars } = options;
  const vertexCount = positions.length / 3;
  requireLength('velocities', velocities, positions.length);
  requireLength('material', material, 2 * vertexCount);
  const def = scope.struct('weft_cloth_def');
  heap.exports.weft_js_default_cloth_def(def);
  heap.writeStruct('weft_cloth_def', def, {
    ...scalars,
    positions: scope.array(float32('positions', positions, 3)),
    triangles: scope.array(uint32('indices', indices, 3)),
    velocities: scope.array(velocities),
    material: scope.array(material),
    seams: scope.array(seams && uint32('seams', seams, 2)),
    pins: pinArray(heap, scope, pins ?? []),
    vertexCount,
    triangleCount: indices.length / 3,
    seamCount: (seams?.length ?? 0) / 2,
    pinCount: pins?.length ?? 0,
  });
  writeFabric(heap, heap.fieldAt('weft_cloth_def', def, 'fabric'), fabric);
  return def;
}

/** Number of a fabric preset. */
export function fabricPreset(heap: Heap, name: string): number {
  const known = fabricNames(heap);
  const preset = known.indexOf(name);
  if (preset < 0) {
    throw invalidArgument(`fabric: "${name}" is not one of ${known.join(', ')}.`);
  }
  return preset;
}

/** Names of all fabric presets, in the order of their numbers. */
export function fabricNames(heap: Heap): string[] {
  const names: string[] = [];
  for (let name; (name = heap.text(heap.exports.weft_fabric_name(names.length)));) {
    names.push(name);
  }
  return names;
}

/** The numbers of a preset. */
export function readFabric(heap: Heap, name: string): Fabric {
  const preset = fabricPreset(heap, name);
  return heap.scoped((scope) => {
    const at = scope.struct('weft_fabric');
    heap.exports.weft_js_fabric_from_preset(preset, at);
    return heap.readStruct('weft_fabric', at) as unknown as Fabric;
  });
}

function writeFabric(heap: Heap, at: number, fabric: ClothOptions['fabric']): void {
  const { preset = 'cotton', ...numbers } =
    typeof fabric === 'string' ? { preset: fabric } : (fabric ?? {});
  heap.exports.weft_js_fabric_from_preset(fabricPreset(heap, preset), at);
  heap.writeStruct('weft_fabric', at, numbers as Record<string, FieldValue>);
}

function pinArray(heap: Heap, scope: Scope, pins: readonly Pin[]): number {
  if (pins.length === 0) {
    return 0;
  }
  const bytes = heap.structBytes('weft_pin');
  const at = scope.array(new Uint8Array(bytes * pins.length));
  pins.forEach((pin, i) => {
    if (!(pin.kind in PIN_KINDS)) {
      throw invalidArgument(`pins: "${pin.kind}" is not a kind of pin.`);
    }
    heap.writeStruct('weft_pin', at + bytes * i, { ...pin, kind: PIN_KINDS[pin.kind] });
  });
  return at;
}

function requireLength(name: string, array: { length: number } | undefined, length: number): void {
  if (array && array.length !== length) {
    throw invalidArgument(`${name}: ${array.length} numbers, not ${length}.`);
  }
}

function float32(name: string, array: Float32Array, width: number): Float32Array {
  if (!(array instanceof Float32Array) || array.length % width !== 0) {
    throw invalidArgument(`${name} is to be a Float32Array of ${width} numbers per element.`);
  }
  return array;
}

function uint32(name: string, array: Uint32Array, width: number): Uint32Array {
  if (!(array instanceof Uint32Array) || array.length % width !== 0) {
    throw invalidArgument(`${name} is to be a Uint32Array of ${width} numbers per element.`);
  }
  return array;
}
