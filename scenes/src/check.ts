// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Checks a scene that may come from anywhere and says in one sentence what is wrong with it, where, and what to do.
// The validator (@cfworker/json-schema, MIT) interprets the schema and runs under a strict content policy.
import { Validator, type OutputUnit } from '@cfworker/json-schema';
import { nearest, SceneError, unknownValue } from './errors.js';
import { methodsOf, STAGES, type Stage } from './cook/methods.js';
import { METHODS } from './registry.js';
import type { Scene } from './scene.js';
import { SCENE_SCHEMA, type Schema } from './schema.js';

/** Keywords that only say that something below them failed. */
const FRAMES = new Set(['properties', 'items', '$ref', 'allOf', 'if', 'then', 'else']);

/** Keys that read badly as words. */
const PLAIN_WORDS: Record<string, string> = { do: 'event', at: 'moment', where: 'place to pin' };

let validator: Validator | undefined;

/** The scene, when it is one; throws a SceneError otherwise. */
export function checkScene(given: unknown): Scene {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new SceneError('', 'a scene is a JSON object with at least a name and cloths');
  }
  const value = readFormer(given);
  validator ??= new Validator(SCENE_SCHEMA as object, '2020-12', false);
  const result = validator.validate(value);
  if (!result.valid) throw sentenceOf(result.errors, value);
  const scene = value as Scene;
  checkNames(scene);
  scene.bodies?.forEach((b, i) => b.kind === 'mesh' && checkMesh(b, `bodies[${i}]`));
  scene.cloths.forEach((c, i) => c.kind === 'mesh' && checkMesh(c, `cloths[${i}]`));
  return scene;
}

/** A scene as it would be written today. */
function readFormer<T extends object>(scene: T): T {
  const { methods } = scene as { methods?: Record<string, unknown> };
  return methods && typeof methods === 'object'
    ? { ...scene, methods: withNarrowPhase(withTree(methods)) }
    : scene;
}

/** Methods that were written when the parameters of the tree stood beside its name. */
function withTree(methods: Record<string, unknown>): Record<string, unknown> {
  if (!('dop_k' in methods || 'dop_arity' in methods)) return methods;
  const { dop_k: k, dop_arity: arity, ...others } = methods;
  const given = Object.entries({ k, arity }).filter(([, value]) => value !== undefined);
  const { structure = 'dop_tree' } = methods;
  if (structure !== 'dop_tree') return others; // it did not read them
  return { ...others, structure: { name: structure, ...Object.fromEntries(given) } };
}

/** Methods that were written when how often ways are traced was a parameter of the response. */
function withNarrowPhase(methods: Record<string, unknown>): Record<string, unknown> {
  const { response } = methods as { response?: Record<string, unknown> | null };
  const former = response?.name === 'offset_surfaces' && 'every' in response;
  if (!former || 'narrow_phase' in methods) return methods;
  const { every, ...others } = response;
  return { ...methods, narrow_phase: { name: 'auto', every }, response: others };
}

/** The error that says most: not a frame of others, an unknown key before its value, the deepest first. */
function sentenceOf(errors: OutputUnit[], root: object): SceneError {
  const telling = errors.filter((e) => !FRAMES.has(e.keyword) && e.keyword !== 'false');
  const rank = (e: OutputUnit) =>
    (e.keyword === 'enum' || e.keyword === 'const' ? 0 : 100) - pointer(e.instanceLocation).length;
  const worst = telling.reduce((a, b) => (rank(b) < rank(a) ? b : a), telling[0] ?? errors[0]);
  const place = pointer(worst.instanceLocation);
  const value = place.reduce<unknown>((v, key) => (v as Record<string, unknown>)[key], root);
  const schema = schemaAt(worst.keywordLocation);
  const unknown = worst.keyword === 'additionalProperties' ? unknownKey(value, schema) : undefined;
  const path = pathText(unknown === undefined ? place : [...place, unknown]);
  return new SceneError(path, explain(worst.keyword, value, schema, unknown, place));
}

function explain(
  keyword: string,
  value: unknown,
  schema: Schema,
  unknown: string | undefined,
  place: string[],
): string {
  const key = place.filter((k) => !/^\d+$/.test(k)).at(-1) ?? 'scene';
  const what = PLAIN_WORDS[key] ?? key;
  const stage = place[0] === 'methods' ? STAGES.find((name) => name === place[1]) : undefined;
  switch (keyword) {
    case 'additionalProperties':
      return stage
        ? unknownParameter(stage, value as { name: string }, unknown ?? '')
        : unknownValue('key', unknown ?? '', Object.keys(schema.properties ?? {}));
    case 'enum':
      return typeof value === 'string'
        ? unknownValue(stage ?? what, value, (schema.enum as unknown[]).map(String))
        : `${show(value)} is not allowed; use one of ${(schema.enum as unknown[]).join(', ')}`;
    case 'required': {
      const missing = (schema.required as string[]).filter((k) => !(k in (value as object)));
      return `the key '${missing[0]}' is missing; ${requiredHint(missing[0], value, schema)}`;
    }
    case 'type':
      return `${show(value)} is not what belongs here; write ${article(String(schema.type))}`;
    case 'minimum':
      return `${show(value)} is too small; the least is ${String(schema.minimum)}`;
    case 'maximum':
      return `${show(value)} is too large; the most is ${String(schema.maximum)}`;
    case 'minItems':
    case 'maxItems': {
      const [low, high] = [schema.minItems as number, schema.maxItems as number];
      const count = (value as unknown[]).length;
      const need = low === high ? `exactly ${low}` : `between ${low} and ${high}`;
      return `a list of ${count} is not what belongs here; write ${need} values`;
    }
    case 'pattern':
      return `${show(value)} is not a name; write 1 to 31 plain letters, digits or signs`;
    default:
      return `${show(value)} is not allowed here (${keyword})`;
  }
}

/** A parameter that the method does not have, but maybe another one. */
function unknownParameter(stage: Stage, { name }: { name: string }, wanted: string): string {
  const own = methodsOf(stage).find((row) => row.name === name)?.parameters ?? [];
  const allowed = own.map((parameter) => parameter.name);
  const owner = [...methodsOf(stage), ...METHODS].find((row) =>
    row.parameters.some((p) => p.name === wanted),
  );
  const takes = allowed.length > 0 ? `which takes ${allowed.join(', ')}` : 'which takes none';
  return owner
    ? `'${wanted}' is a parameter of the ${owner.stage} '${owner.name}', not of '${name}', ${takes}`
    : unknownValue(`parameter of '${name}'`, wanted, allowed);
}

function requiredHint(missing: string, value: unknown, schema: Schema): string {
  const allowed = (schema.properties as Record<string, Schema> | undefined)?.[missing]?.enum;
  if (Array.isArray(allowed)) return `write one of ${allowed.join(', ')}`;
  const close = nearest(missing, Object.keys(value as object));
  return close ? `is '${close}' a slip for it?` : 'add it';
}

function unknownKey(value: unknown, schema: Schema): string | undefined {
  const known = Object.keys((schema.properties as object) ?? {});
  return Object.keys(value as object).find((k) => !known.includes(k));
}

/** The schema that holds a failed keyword. */
function schemaAt(location: string): Schema {
  let schema: unknown = SCENE_SCHEMA;
  const resolve = () => {
    const target = (schema as Schema | undefined)?.$ref;
    if (typeof target === 'string') schema = follow(target);
  };
  for (const key of pointer(location).slice(0, -1)) {
    if (key === '$ref') resolve();
    else schema = (schema as Record<string, unknown>)[key];
  }
  return (schema ?? {}) as Schema;
}

function follow(target: string): unknown {
  return pointer(target).reduce<unknown>(
    (s, key) => (s as Record<string, unknown>)[key],
    SCENE_SCHEMA,
  );
}

function pointer(location: string): string[] {
  return location
    .slice(location.indexOf('#') + 1)
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function pathText(place: string[]): string {
  return place.reduce(
    (path, key) => (/^\d+$/.test(key) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`),
    '',
  );
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** Names of bodies and of cloths must tell them apart. */
function checkNames(scene: Scene): void {
  for (const key of ['bodies', 'cloths'] as const) {
    const seen = new Set<string>();
    (scene[key] ?? []).forEach(({ name }, i) => {
      if (name === undefined) return;
      if (seen.has(name)) {
        throw new SceneError(`${key}[${i}].name`, `'${name}' is taken; give each its own name`);
      }
      seen.add(name);
    });
  }
}

interface GivenMesh {
  positions: number[];
  triangles: number[];
  material?: number[];
  seams?: [number, number][];
  pins?: { vertex: number }[];
}

/** Lists of a mesh must have whole rows and name vertices that exist. */
function checkMesh(mesh: GivenMesh, path: string): void {
  const count = Math.floor(mesh.positions.length / 3);
  const rows: [string, number[] | undefined, number][] = [
    ['positions', mesh.positions, 3],
    ['triangles', mesh.triangles, 3],
  ];
  for (const [key, values, width] of rows) {
    if (values!.length % width === 0) continue;
    throw new SceneError(`${path}.${key}`, `its length must be a multiple of ${width}`);
  }
  if (mesh.material && mesh.material.length !== 2 * count) {
    throw new SceneError(`${path}.material`, `write 2 numbers for each of the ${count} vertices`);
  }
  const named: [string, number[]][] = [
    ['triangles', mesh.triangles],
    ['seams', (mesh.seams ?? []).flat()],
    ['pins', (mesh.pins ?? []).map((p) => p.vertex)],
  ];
  for (const [key, vertices] of named) {
    const bad = vertices.find((v) => v >= count);
    if (bad === undefined) continue;
    throw new SceneError(
      `${path}.${key}`,
      `vertex ${bad} does not exist; use numbers below ${count}`,
    );
  }
}
