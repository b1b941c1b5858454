// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The JSON Schema (draft 2020-12) of a scene. It is kept here, so that lists such as fabrics and patterns have one
// home, and written to schema.json by scripts/generate_registry.mjs of
// the sources; a test compares the two. Methods, fabrics and ranges come from the core, by the same script.
import { avatarNames, motionNames } from './avatar/index.js';
import { FABRIC_FIELDS, FABRIC_NAMES } from './cloth/fabric.js';
import { WHERE_NAMES } from './cloth/pins.js';
import { methodsOf, STAGES, type Stage } from './cook/methods.js';
import { PIN } from './model.js';
import { PATTERNS } from './garment/patterns.js';
import { FABRIC_RANGES, WORLD_RANGES, type METHODS } from './registry.js';

/** A schema, as far as this file builds it. */
export interface Schema {
  [keyword: string]: unknown;
}

const number = (minimum: number, maximum: number): Schema => ({ type: 'number', minimum, maximum });
const integer = (minimum: number, maximum: number): Schema => ({
  type: 'integer',
  minimum,
  maximum,
});
const oneOf = (values: readonly unknown[]): Schema => ({ enum: values });
const list = (items: Schema, length: number): Schema => ({
  type: 'array',
  items,
  minItems: length,
  maxItems: length,
});
const items = (of: Schema, maxItems: number, minItems = 0): Schema => ({
  type: 'array',
  items: of,
  minItems,
  maxItems,
});
const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });
const text = (maxLength: number): Schema => ({ type: 'string', maxLength });

/** An object with exactly these keys. */
function object(properties: Record<string, Schema>, required: string[] = []): Schema {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** An object whose other keys depend on the value of one key. */
function byKey(key: string, kinds: Record<string, Schema>): Schema {
  return {
    type: 'object',
    required: [key],
    properties: { [key]: oneOf(Object.keys(kinds)) },
    allOf: Object.entries(kinds).map(([value, then]) => ({
      if: { properties: { [key]: { const: value } }, required: [key] },
      then,
    })),
  };
}

/** A string of a list, or something else. */
function nameOr(names: readonly string[], other: Schema): Schema {
  return { if: { type: 'string' }, then: oneOf(names), else: other };
}

const point = list(number(-4, 4), 3);
const vector = list(number(-100, 100), 3);
const angles = list(number(-360, 360), 3);
const name: Schema = { type: 'string', pattern: '^[ -~]{1,31}$' };
const length = number(0.001, 4);
const place = { at: point, rotate: angles };

const course = object(
  {
    turn: number(-36000, 36000),
    axis: list(number(-1, 1), 3),
    move: point,
    begin: number(0, 1000),
    seconds: number(0.05, 1000),
  },
  ['seconds'],
);
const bodyBase = { kind: {}, name, friction: number(0, 10), course, ...place };
const body = (own: Record<string, Schema>, required: string[]) =>
  object({ ...bodyBase, ...own }, required);

const convex: Schema = { type: 'boolean' };

const BODIES: Record<string, Schema> = {
  avatar: object(
    {
      kind: {},
      name,
      friction: number(0, 10),
      body: oneOf(avatarNames),
      motion: name,
      motions: items(oneOf(motionNames), 8),
    },
    ['body'],
  ),
  sphere: body({ radius: length, detail: integer(1, 5), convex }, ['radius']),
  torus: body({ ring: length, tube: length }, ['ring', 'tube']),
  cube: body({ size: length, rounding: length, convex }, ['size']),
  cone: body({ radius: length, height: length, convex }, ['radius', 'height']),
  box: body({ size: list(length, 3) }, ['size']),
  capsule: body({ radius: length, length }, ['radius', 'length']),
  hull: body(
    { positions: items(number(-4, 4), 192, 12), triangles: items(integer(0, 63), 600, 12) },
    ['positions', 'triangles'],
  ),
  table: body({ radius: length, thickness: length, segments: integer(8, 400) }, ['radius']),
  plane: body({ size: list(length, 2), thickness: length, convex }, ['size']),
  floor: body({ size: length, convex }, []),
  bezier: body(
    {
      size: length,
      divisions: integer(2, 200),
      heights: list(number(-2, 2), 16),
      moves: items(
        object({ seconds: number(0.05, 1000), heights: list(number(-2, 2), 16) }, [
          'seconds',
          'heights',
        ]),
        100,
      ),
    },
    ['size', 'heights'],
  ),
  mesh: body(
    {
      positions: items(number(-4, 4), 300000, 9),
      triangles: items(integer(0, 99999), 600000, 3),
      open: { type: 'boolean' },
    },
    ['positions', 'triangles'],
  ),
};

const fabricValues = object({
  preset: oneOf(FABRIC_NAMES),
  ...Object.fromEntries(
    FABRIC_FIELDS.map((f) => {
      const [low, high] = FABRIC_RANGES[f];
      return [f, number(low, high)];
    }),
  ),
});

const range = list(number(0, 4), 2);
const pin = object(
  {
    where: nameOr(WHERE_NAMES, object({ weft: range, warp: range })),
    stiffness: number(0, 1e6),
    body: name,
  },
  ['where'],
);

const clothBase = {
  kind: {},
  name,
  fabric: nameOr(FABRIC_NAMES, ref('fabric')),
  layer: integer(0, 8),
};

const CLOTHS: Record<string, Schema> = {
  grid: object(
    {
      ...clothBase,
      ...place,
      size: list(length, 2),
      columns: integer(2, 300),
      rows: integer(2, 300),
      pins: items(pin, 16),
      velocity: vector,
    },
    ['size', 'columns', 'rows'],
  ),
  disc: object(
    {
      ...clothBase,
      ...place,
      radius: length,
      spacing: number(0.003, 1),
      held: number(0, 4),
    },
    ['radius', 'spacing'],
  ),
  tube: object(
    {
      ...clothBase,
      ...place,
      radius: length,
      height: length,
      around: integer(6, 400),
      rows: integer(2, 400),
      pins: items(pin, 16),
    },
    ['radius', 'height', 'around', 'rows'],
  ),
  mesh: object(
    {
      ...clothBase,
      ...place,
      positions: items(number(-4, 4), 150000, 9),
      triangles: items(integer(0, 49999), 300000, 3),
      material: items(number(-10, 10), 100000),
      seams: items(list(integer(0, 49999), 2), 20000),
      pins: items(
        object({ vertex: integer(0, 49999), stiffness: number(0, 1e6) }, ['vertex']),
        50000,
      ),
    },
    ['positions', 'triangles'],
  ),
  garment: object(
    {
      ...clothBase,
      pattern: oneOf(Object.keys(PATTERNS)),
      wearer: name,
      drafted_for: oneOf(avatarNames),
      resolution: number(6, 60),
      ease: number(-2000, 2000),
      scale: number(0.1, 10),
      fixtures: items(name, 8),
      bands: items(
        object(
          { edge: name, ease: number(-0.5, 1), stiffness: number(0, 1e5), density: number(0, 1) },
          ['edge'],
        ),
        8,
      ),
      options: { type: 'object', additionalProperties: number(-10, 10), maxProperties: 40 },
    },
    ['pattern'],
  ),
};

const at = { if: { type: 'string' }, then: oneOf(['sewn', 'settled']), else: integer(0, 1e6) };
const event = (own: Record<string, Schema>, required: string[] = []) =>
  object({ at: {}, do: {}, ...own }, ['at', ...required]);
const seconds = number(0, 1000);

/** The events of a timeline, each by what it does. */
export const EVENTS: Record<string, Schema> = {
  sew: event({ seconds: number(0.1, 10) }),
  play: event({ body: name, clip: name, blend: seconds, start: seconds }, ['clip']),
  gravity: event({ value: vector }, ['value']),
  wind: event({ value: vector, gust: number(0, 100) }, ['value']),
  gust: event({ value: vector, gust: number(0, 100), seconds }, ['value']),
  weld: event({ cloth: name }),
  damping: event({ cloth: name, value: number(0, 1000) }, ['value']),
  friction: event({ value: number(0, 10) }, ['value']),
  morph: event({ body: name, morph: name, value: number(-2, 2), seconds }, ['morph', 'value']),
  grab: event({ cloth: name, vertex: integer(0, 99999), value: point, stiffness: number(0, 1e6) }, [
    'vertex',
    'value',
  ]),
  drag: event({ value: point }, ['value']),
  drop: event({}),
  origin: event({ value: list(number(-1e9, 1e9), 3) }, ['value']),
  fabric: event({ cloth: name, fabric: oneOf(FABRIC_NAMES) }, ['fabric']),
  release: event({ cloth: name, pins: oneOf(Object.keys(PIN)) }),
  hold: event({ cloth: name, value: number(0, 100), seconds }, ['value']),
};

type Parameter = (typeof METHODS)[number]['parameters'][number];

function parameter({ choices, names, whole, low, high, help, unit, usual }: Parameter): Schema {
  const values: readonly (number | string)[] = names.length > 0 ? names : choices;
  const kind = values.length > 0 ? oneOf(values) : whole ? integer(low, high) : number(low, high);
  const first = names[(choices as readonly number[]).indexOf(usual)] ?? usual;
  return { description: unit ? `${help}, ${unit}` : help, default: first, ...kind };
}

/** A method by its name, or an object with its name and its own parameters. */
function choice(stage: Stage): Schema {
  const rows = methodsOf(stage);
  const kinds = rows.map(({ name, parameters }) => [
    name,
    object({ name: {}, ...Object.fromEntries(parameters.map((p) => [p.name, parameter(p)])) }),
  ]);
  return nameOr(
    rows.map(({ name }) => name),
    byKey('name', Object.fromEntries(kinds) as Record<string, Schema>),
  );
}

const methods = object(Object.fromEntries(STAGES.map((stage) => [stage, choice(stage)])));

/** The schema of a scene. */
export const SCENE_SCHEMA: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://weft.dev/scene.schema.json',
  title: 'Weft scene',
  description: 'Metres, seconds, degrees; Y is up. Everything but name and cloths has a default.',
  ...object(
    {
      $schema: text(200),
      name,
      title: text(200),
      description: text(2000),
      frame: number(0.001, 0.05),
      steps: integer(1, 1e6),
      gravity: vector,
      wind: vector,
      gust: number(...WORLD_RANGES.gust),
      air_density: number(...WORLD_RANGES.air_density),
      contact: object({
        radius: number(0.0005, 0.02),
        body_move_limit: number(0.001, 0.1),
        min_substeps: integer(...WORLD_RANGES.min_substeps),
      }),
      sleep: { type: 'boolean' },
      methods,
      jitter: object({ seed: integer(0, 4294967295), size: number(0, 0.002) }, ['seed']),
      bodies: items(ref('body'), 16),
      cloths: items(ref('cloth'), 16, 1),
      timeline: items(ref('event'), 20000),
    },
    ['name', 'cloths'],
  ),
  $defs: {
    body: byKey('kind', BODIES),
    cloth: byKey('kind', CLOTHS),
    event: withAt(byKey('do', EVENTS)),
    fabric: fabricValues,
  },
};

/** Every event says when. */
function withAt(schema: Schema): Schema {
  return { ...schema, properties: { ...(schema.properties as object), at } };
}
