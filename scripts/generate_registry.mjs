// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Writes the tables of the core into TypeScript: methods with their parameters, events, pins, fabrics, ranges and
// defaults; and the patterns of the cook into the menus of the pages. `node scripts/generate_registry.mjs` after a
// change of them; `--check` changes nothing and fails with the names of the files that are stale. The source is
// `weft_native --describe`, so build the native preset first; WEFT_NATIVE names another build.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';

const root = new URL('../', import.meta.url);

const HEAD = (about) => `// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// ${about} Generated from the tables of the core: change those, build the native
// preset, and run node scripts/generate_registry.mjs.
`;

/** What the core knows by name. */
export function describe() {
  const built = fileURLToPath(new URL('build/native/wasm_bindings/weft_native', root));
  const program = process.env.WEFT_NATIVE ?? built;
  if (!existsSync(program)) {
    throw new Error(`${program}: is not there; cmake --build --preset native makes it`);
  }
  return JSON.parse(execFileSync(program, ['--describe'], { encoding: 'utf8' }));
}

const camel = (words) => words.replace(/ (.)/g, (_, letter) => letter.toUpperCase());
const constant = (name, doc, value) =>
  `\n/** ${doc} */\nexport const ${name} = ${JSON.stringify(value)} as const;\n`;
const numbered = (names) => Object.fromEntries(names.map((name, i) => [name, i]));
const keyed = (rows, valueOf) => Object.fromEntries(rows.map((row) => [row.name, valueOf(row)]));

const methods = (core) =>
  constant('METHODS', 'The methods of every stage; the first is the default.', core.methods);
const events = (core) =>
  constant(
    'EVENT_KINDS',
    'Kinds of events; core/include/weft/types.h says what they read.',
    numbered(core.events.map(({ name }) => camel(name))),
  ) + constant('PIN_KINDS', 'What may hold a vertex of cloth.', numbered(core.pins));
const fabrics = (core) => {
  const fields = core.fabric.map(({ name }) => name);
  return (
    constant('FABRIC_FIELDS', 'Fields of a fabric, in the order of weft_fabric.', fields) +
    constant(
      'FABRIC_ROWS',
      'Fabrics, in the order of weft_fabric_preset; values in the order of the fields.',
      keyed(core.fabrics, (row) => fields.map((field) => row[field])),
    )
  );
};
const bounds = ({ low, high }) => [low, high];
const ranges = (core) =>
  constant('WORLD_RANGES', 'Ranges of a world, SI units.', keyed(core.world, bounds)) +
  constant(
    'WORLD_DEFAULTS',
    'What a world is without a choice.',
    keyed(core.world, ({ usual }) => (usual.length > 1 ? usual : usual[0])),
  ) +
  constant('FABRIC_RANGES', 'Ranges of a fabric, SI units.', keyed(core.fabric, bounds));

/** The files, by path, that follow from what the core knows. */
async function files(core) {
  const { PATTERNS } = await source('garment/patterns.ts');
  const found = {
    'wasm_bindings/src/registry.ts':
      HEAD('Methods, events and pins by name.') + methods(core) + events(core),
    'scenes/src/registry.ts':
      HEAD('What a scene may name.') + methods(core) + events(core) + fabrics(core) + ranges(core),
    'web/src/registry.ts':
      HEAD('What the menus of the pages offer.') +
      constant('FABRICS', 'Fabrics, in the order of weft_fabric_preset.', names(core.fabrics)) +
      constant(
        'PATTERNS',
        'Patterns, in the order of scenes/src/garment/patterns.ts; edge lengths of their meshes in mm.',
        Object.values(PATTERNS).map(({ name, label, worn, resolution }) => ({
          name,
          label,
          worn,
          resolution,
        })),
      ),
  };
  const options = await prettier.resolveConfig(fileURLToPath(new URL('x.ts', root)));
  for (const [path, text] of Object.entries(found)) {
    found[path] = await prettier.format(text, { ...options, parser: 'typescript' });
  }
  return found;
}

const names = (rows) => rows.map(({ name }) => name);

/** A module of scenes/src as it is now. */
async function source(path) {
  const { register } = await import('tsx/esm/api');
  const unregister = register();
  const module = await import(new URL(`scenes/src/${path}`, root).href);
  await unregister();
  return module;
}

/** The schema, which scenes/src/schema.ts makes of its table. */
async function schema() {
  const { SCENE_SCHEMA } = await source('schema.ts');
  const options = await prettier.resolveConfig(fileURLToPath(new URL('x.json', root)));
  return prettier.format(JSON.stringify(SCENE_SCHEMA), { ...options, parser: 'json' });
}

/** Writes what is stale, or only names it. */
export async function generate({ check = false, core = describe() } = {}) {
  const stale = [];
  const settle = (path, text) => {
    const url = new URL(path, root);
    if (existsSync(url) && readFileSync(url, 'utf8') === text) return;
    stale.push(path);
    if (!check) writeFileSync(url, text);
  };
  for (const [path, text] of Object.entries(await files(core))) settle(path, text);
  settle('scenes/schema.json', await schema());
  return stale;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const check = process.argv.includes('--check');
  const stale = await generate({ check });
  for (const path of stale) console.log(`${check ? 'stale' : 'written'}: ${path}`);
  if (check && stale.length > 0) {
    console.error('node scripts/generate_registry.mjs writes them anew');
    process.exitCode = 1;
  }
}
