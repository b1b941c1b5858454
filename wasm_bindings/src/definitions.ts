// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From options to the structs of the C API: each function fills one definition in temporary memory.
import * as check from './checks.js';
import { shapeFields, shapeMesh } from './convex.js';
import type { FieldValue, Heap, Scope } from './heap.js';
import { EVENT_KINDS, PIN_KINDS } from './registry.js';
import type {
  BandPiece,
  BodyOptions,
  ClothOptions,
  CollisionOptions,
  Fabric,
  Pin,
  WeftEvent,
  WorldOptions,
} from './types.js';

// The names of the options, as types.ts explains them.
const WORLD_OPTIONS = [
  'frameSeconds',
  'gravity',
  'wind',
  'gust',
  'airDensity',
  'contactRadius',
  'bodyMoveLimit',
  'minSubsteps',
  'structure',
  'narrow_phase',
  'solver',
  'response',
  'repair',
  'sleep',
];
const BODY_OPTIONS = [
  'positions',
  'indices',
  'boneIndices',
  'boneWeights',
  'boneHeads',
  'parts',
  'friction',
  'open',
  'shape',
  'shapeCenter',
  'shapeRotation',
  'group',
  'mask',
  'name',
];
/** Names of the options of a cloth that is given as arrays. */
export const CLOTH_OPTIONS = [
  'positions',
  'indices',
  'fabric',
  'material',
  'velocities',
  'seams',
  'pins',
  'bands',
  'layer',
  'seamCloseSeconds',
  'group',
  'mask',
  'name',
];
const BAND_OPTIONS = ['vertices', 'rest', 'stiffness', 'mass'];
const PIN_OPTIONS = ['vertex', 'kind', 'body', 'element', 'offset', 'stiffness'];
const PIN_NAMES = Object.keys(PIN_KINDS) as (keyof typeof PIN_KINDS)[];

/** Fills a weft_world_def. */
export function worldDef(heap: Heap, scope: Scope, given: WorldOptions): number {
  const { structure, narrow_phase, solver, response, repair, ...options } = check.options(
    'world',
    given,
    WORLD_OPTIONS,
  );
  void [structure, narrow_phase, solver, response, repair]; // chosen once the world is there: methods.ts
  const def = scope.struct('weft_world_def');
  heap.exports.weft_js_default_world_def(def);
  heap.writeStruct('weft_world_def', def, {
    ...options,
    sleep: options.sleep === undefined ? undefined : Number(check.flag('sleep', options.sleep)),
  });
  return def;
}

// What a mesh must have at least; the rest has defaults.
function mesh(given: BodyOptions | ClothOptions) {
  const positions = check.floats('positions', given.positions, { width: 3 });
  const indices = check.wholes('indices', given.indices, { width: 3 });
  return {
    positions,
    indices,
    vertexCount: positions.length / 3,
    triangleCount: indices.length / 3,
  };
}

/** Fills a weft_body_def and copies its arrays into the scope. */
export function bodyDef(heap: Heap, scope: Scope, given: BodyOptions): number {
  const options = check.options('body', given, BODY_OPTIONS);
  const { positions, indices, vertexCount, triangleCount } = mesh(drawnShape(options));
  const { friction, open, group, mask, name, parts } = options;
  const def = scope.struct('weft_body_def');
  heap.exports.weft_js_default_body_def(def);
  heap.writeStruct('weft_body_def', def, {
    friction,
    open,
    group,
    mask,
    name,
    positions: scope.array(positions),
    triangles: scope.array(indices),
    parts: scope.array(parts && check.wholes('parts', parts, { width: 1, count: triangleCount })),
    vertexCount,
    triangleCount,
    ...skin(scope, options, vertexCount),
    ...shape(options),
  });
  return def;
}

/** A shape without a mesh gets one. */
function drawnShape(options: BodyOptions): BodyOptions {
  const given = options.positions ?? options.indices;
  return options.shape && !given ? { ...options, ...shapeMesh(options.shape) } : options;
}

function shape({ shape, shapeCenter, shapeRotation }: BodyOptions) {
  if (!shape) {
    if (shapeCenter ?? shapeRotation) {
      check.refuse('shape', 'shapeCenter and shapeRotation mean nothing without it');
    }
    return {};
  }
  return {
    ...shapeFields(shape),
    center: shapeCenter && check.vector('shapeCenter', shapeCenter),
    rotation: shapeRotation && check.quaternion('shapeRotation', shapeRotation),
  };
}

function skin(scope: Scope, options: BodyOptions, count: number) {
  const { boneIndices, boneWeights, boneHeads } = options;
  const four = { width: 4, count };
  const heads = boneHeads && check.floats('boneHeads', boneHeads, { width: 3 });
  const bones = boneIndices && check.wholes('boneIndices', boneIndices, four, 0xffff);
  if (!heads && (bones || boneWeights)) {
    check.refuse('boneHeads', 'boneIndices and boneWeights mean nothing without it');
  }
  return {
    boneIndices: scope.array(bones && Uint16Array.from(bones)),
    ...weights(scope, boneWeights, four),
    boneHeads: scope.array(heads),
    boneCount: heads ? heads.length / 3 : 0,
  };
}

function weights(scope: Scope, given: BodyOptions['boneWeights'], four: check.Length) {
  if (given === undefined) {
    return {};
  }
  return Object.prototype.toString.call(given) === '[object Uint16Array]'
    ? { boneWeights: scope.array(Uint16Array.from(check.wholes('boneWeights', given, four))) }
    : { boneShares: scope.array(check.floats('boneWeights', given, four)) };
}

/** Fills a weft_cloth_def and copies its arrays into the scope. */
export function clothDef(heap: Heap, scope: Scope, given: Omit<ClothOptions, 'drawn'>): number {
  const options = check.options('cloth', given, CLOTH_OPTIONS);
  const { positions, indices, vertexCount, triangleCount } = mesh(options);
  const { velocities, material, fabric, layer, seamCloseSeconds, group, mask, name } = options;
  const seams = options.seams && check.wholes('seams', options.seams, { width: 2 });
  const pins = checkPins(options.pins);
  const bands = checkBands(options.bands);
  const perVertex = (width: number) => ({ width, count: vertexCount });
  const def = scope.struct('weft_cloth_def');
  heap.exports.weft_js_default_cloth_def(def);
  heap.writeStruct('weft_cloth_def', def, {
    layer,
    seamCloseSeconds,
    group,
    mask,
    name,
    positions: scope.array(positions),
    triangles: scope.array(indices),
    velocities: scope.array(velocities && check.floats('velocities', velocities, perVertex(3))),
    material: scope.array(material && check.floats('material', material, perVertex(2))),
    seams: scope.array(seams),
    pins: pinArray(heap, scope, pins),
    bands: bandArray(heap, scope, bands),
    vertexCount,
    triangleCount,
    seamCount: (seams?.length ?? 0) / 2,
    pinCount: pins.length,
    bandCount: bands.length,
  });
  writeFabric(heap, heap.fieldAt('weft_cloth_def', def, 'fabric'), fabric);
  return def;
}

const EVENT_OPTIONS = ['kind', 'step', 'target', 'index', 'p'];
const EVENT_NAMES = Object.keys(EVENT_KINDS) as (keyof typeof EVENT_KINDS)[];
const MOST_PARAMETERS = 8;
const ALL_GROUPS = 0xffff;

/** Fills a weft_event, for `step` unless it names one itself. */
export function eventDef(heap: Heap, scope: Scope, given: WeftEvent, step: number): number {
  const { kind, target, index, ...event } = check.options('event', given, EVENT_OPTIONS);
  const number = EVENT_KINDS[check.oneOf('event.kind', kind, EVENT_NAMES)];
  const said = event.p ?? [];
  if (!Array.isArray(said) || said.length > MOST_PARAMETERS) {
    check.refuse('event.p', `not an array of ${MOST_PARAMETERS} numbers at most`);
  }
  const p = kind === 'origin' && said.length === 3 ? farPlace(said) : said;
  const at = scope.struct('weft_event');
  const fields = {
    kind: number,
    step: event.step ?? step,
    target,
    index: kind === 'fabric' && typeof index === 'string' ? fabricPreset(heap, index) : index,
    p: [...p, ...new Array<number>(MOST_PARAMETERS - p.length).fill(0)],
  };
  heap.writeStruct('weft_event', at, fields, 'event.');
  return at;
}

// A float holds 24 bits of a place, two of them enough of any.
function farPlace(place: readonly number[]): number[] {
  const rounded = place.map((x) => Math.round(x * 1024) / 1024);
  const coarse = rounded.map(Math.fround);
  return [...coarse, ...rounded.map((x, axis) => x - coarse[axis])];
}

/** Groups and mask as an event has them. */
export function readCollision(given: CollisionOptions): [number, number] {
  const { group = 1, mask = ALL_GROUPS } = check.options('options', given, ['group', 'mask']);
  const range = { least: 0, most: ALL_GROUPS, whole: true };
  return [check.oneNumber('group', group, range), check.oneNumber('mask', mask, range)];
}

/** Number of a fabric preset. */
export function fabricPreset(heap: Heap, name: string): number {
  const known = fabricNames(heap);
  return known.indexOf(check.oneOf('fabric', name, known));
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

/** Fills a weft_fabric: a preset's numbers, or those with some replaced. */
export function writeFabric(heap: Heap, at: number, fabric: ClothOptions['fabric'] = {}): void {
  const given: Partial<Fabric> & { preset?: string } =
    typeof fabric === 'string' ? { preset: fabric } : fabric;
  const names = [...heap.fieldNames('weft_fabric'), 'preset'];
  const { preset = 'cotton', ...numbers } = check.options('fabric', given, names);
  heap.exports.weft_js_fabric_from_preset(fabricPreset(heap, preset), at);
  heap.writeStruct('weft_fabric', at, numbers as Record<string, FieldValue>, 'fabric.');
}

/** The pins of a definition, each checked for its kind and vertex. */
export function checkPins(given: readonly Pin[] = []): readonly Pin[] {
  if (!Array.isArray(given)) {
    check.refuse('pins', `${check.shown(given)} is not an array`);
  }
  return Array.from(given as readonly Pin[], (pin, i) => {
    const where = `pins[${i}]`;
    const options = check.options(where, pin, PIN_OPTIONS);
    check.oneOf(`${where}.kind`, options.kind, PIN_NAMES);
    check.oneNumber(`${where}.vertex`, options.vertex, { least: 0, whole: true });
    return options;
  });
}

/** The pieces of tape of a definition. */
export function checkBands(given: readonly BandPiece[] = []): readonly BandPiece[] {
  if (!Array.isArray(given)) {
    check.refuse('bands', `${check.shown(given)} is not an array`);
  }
  return Array.from(given as readonly BandPiece[], (band, i) => {
    const where = `bands[${i}]`;
    const options = check.options(where, band, BAND_OPTIONS);
    const vertices = check.wholes(`${where}.vertices`, options.vertices, { width: 2, count: 1 });
    check.oneNumber(`${where}.rest`, options.rest);
    check.oneNumber(`${where}.stiffness`, options.stiffness);
    return { ...options, vertices: [vertices[0], vertices[1]] };
  });
}

function bandArray(heap: Heap, scope: Scope, bands: readonly BandPiece[]): number {
  return structArray(heap, scope, 'weft_band', 'bands', bands as readonly object[]);
}

function structArray(
  heap: Heap,
  scope: Scope,
  type: string,
  name: string,
  items: readonly object[],
): number {
  if (items.length === 0) {
    return 0;
  }
  const bytes = heap.structBytes(type);
  const at = scope.array(new Uint8Array(bytes * items.length));
  items.forEach((item, i) => {
    const fields = item as Record<string, FieldValue>;
    heap.writeStruct(type, at + bytes * i, fields, `${name}[${i}].`);
  });
  return at;
}

function pinArray(heap: Heap, scope: Scope, pins: readonly Pin[]): number {
  const numbered = pins.map((pin) => ({ ...pin, kind: PIN_KINDS[pin.kind] }));
  return structArray(heap, scope, 'weft_pin', 'pins', numbered);
}
