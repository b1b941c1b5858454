// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// weft bench --papers: tables that papers print, measured here by native programs of tests/bench. Each program prints
// lines of words divided by tabs; here stands what the words are, and what the paper has. A line `3/51` that one writes
// to standard error says how much is done.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { convert } from './convert_command.js';
import { BadInput, RunFailed } from './failures.js';
import { ProgressBar, table } from './paint.js';
import { readCookedScene, scenePath } from './scene_input.js';

const graphs = new URL('../../../tests/papers/', import.meta.url);
const programs = new URL('../../../build/native/tests/bench/', import.meta.url);

/** A table of a paper and the program that measures it. */
interface PaperTable {
  /** Names it in `--json`. */
  key: string;
  title: string;
  program: string;
  /** Scenes of weft-scenes, for each of which it runs: the cooked file is the first argument. Without any it runs once. */
  scenes?: string[];
  /** Of an event graph of tests/papers instead. */
  graph?: string;
  /** The other arguments, of a scene that is settled after so many steps. */
  words: (settled: number, scene: string) => string[];
  columns: string[];
  /** The paper's own figures by the first word of a line, as a last column. */
  published?: { column: string; of: Record<string, string> };
}

const TABLES: PaperTable[] = [
  {
    key: 'mezger-table-1',
    title:
      'Mezger, Kimmerle, Etzmuss 2003, Table 1: collision detection of a walk in trousers, ms a step',
    program: 'bench_mezger',
    scenes: ['walk-trousers'],
    words: (settled) => [String(settled), '600', '1'],
    columns: [
      'setup',
      'update',
      'test',
      'faces tested',
      'near body',
      'near self',
      'missed body',
      'missed self',
    ],
    published: {
      column: 'paper: update + test',
      of: {
        '18-DOPs, quadtrees, oriented': '93 + 52',
        unoriented: '62 + 227',
        AABBs: '72 + 83',
        'binary trees': '107 + 58',
      },
    },
  },
  {
    key: 'mezger-figures',
    title:
      'Mezger, Kimmerle, Etzmuss 2003, Fig. 8 to 11 as scenes: whole simulation, ms of processor time a step',
    program: 'bench_figures',
    scenes: ['table-cloth', 'walk-trousers', 'walk-shirt', 'sheets-on-solids', 'tape'],
    words: (settled, scene) => [scene, String(settled), '300'],
    columns: [
      'scene, detection',
      'carrying',
      'detection',
      'all',
      'pairs',
      'crossings body',
      'crossings cloth',
    ],
    published: {
      column: 'figure',
      of: {
        'table-cloth, ours': '8',
        'walk-trousers, ours': '9 a, b',
        'walk-shirt, ours': '9 c',
        'sheets-on-solids, ours': '10',
        'tape, ours': '11',
      },
    },
  },
  {
    key: 'elbadrawy-table-1',
    title: 'ElBadrawy, Hemayed, Fayek 2012, Table 1: inclusion fields by cells a triangle (g), ms',
    program: 'bench_inclusion',
    words: () => ['21', 'fields'],
    columns: [
      'body, cell, rule',
      'g',
      'moving',
      'built',
      'update',
      'cells asked',
      'lookup',
      'response',
      'hits',
      'around',
      'hits around',
      'parts',
    ],
  },
  {
    key: 'elbadrawy-structures',
    title: 'The same cloth by other structures, ms',
    program: 'bench_inclusion',
    words: () => ['21', 'structures'],
    columns: ['body, structure', 'keep up', 'find', 'pairs'],
  },
  {
    key: 'prometheus-table-2',
    title: 'Bull, Slater, Buxton 2003, Table 2: distance fields, ms',
    program: 'bench_distance',
    words: () => ['21'],
    columns: ['part', 'voxels', 'sites', 'whole', 'shell 6', 'shell 0', 'exact', 'MB'],
    published: {
      column: 'paper: shell 6, shell 0',
      of: { hips: '2765, 2422', thigh: '3641, 2797', shin: '3422, 1656' },
    },
  },
  {
    key: 'prometheus-table-3',
    title: 'Bull, Slater, Buxton 2003, Table 3: a skirt of 480 triangles walks by explicit Euler',
    program: 'bench_trace',
    graph: 'prometheus',
    words: () => ['5', '406', '16'],
    columns: ['', 'measured'],
    published: {
      column: 'paper',
      of: {
        'path of a particle in a step, voxels': '0.166',
        'collision tests, % of what moves the cloth': '17.1',
        'frames of 1/25 s a second': '30.2',
      },
    },
  },
];

/** What one program measured. */
interface Measured {
  key: string;
  title: string;
  notes: string[];
  columns: string[];
  rows: (string | number)[][];
}

/** Runs the command. */
export async function benchPapers(asJson: boolean): Promise<void> {
  TABLES.forEach(programOf); // what is missing is said before minutes are spent
  const measured: Measured[] = [];
  for (const [i, paper] of TABLES.entries()) {
    const label = `table ${i + 1} of ${TABLES.length}, ${paper.key}`;
    measured.push(await measure(paper, label));
    if (!asJson) {
      console.log(describe(measured[measured.length - 1]));
    }
  }
  if (asJson) {
    console.log(JSON.stringify(measured));
  }
}

function programOf(paper: PaperTable): string {
  const program = fileURLToPath(new URL(paper.program, programs));
  if (!existsSync(program)) {
    throw new BadInput(
      `${program}: is not there; the tables of papers are measured natively, from the sources of Weft (cmake --preset native && cmake --build --preset native)`,
    );
  }
  return program;
}

async function measure(paper: PaperTable, label: string): Promise<Measured> {
  const program = programOf(paper);
  const folder = await mkdtemp(join(tmpdir(), 'weft-'));
  try {
    let text = '';
    for (const words of await wordsOf(paper, folder)) {
      text += await outputOf(program, words, label);
    }
    return read(paper, text);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What a program prints; shows how far it is. */
async function outputOf(program: string, words: string[], label: string): Promise<string> {
  const bar = new ProgressBar(label, 1);
  bar.show(0);
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let [text, complaint] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  createInterface({ input: child.stderr }).on('line', (line) => {
    const [, done, total] = /^(\d+)\/(\d+)$/.exec(line) ?? [];
    if (total === undefined) {
      complaint = line;
    } else {
      bar.show(Number(done) / Number(total));
    }
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  bar.clear();
  if (code !== 0) {
    throw new RunFailed(`${program}: ended with ${code}${complaint && `: ${complaint}`}`);
  }
  return text;
}

/** The arguments of each run. */
async function wordsOf(paper: PaperTable, folder: string): Promise<string[][]> {
  if (!paper.scenes && !paper.graph) {
    return [paper.words(0, '')];
  }
  const runs: string[][] = [];
  for (const name of paper.scenes ?? [paper.graph!]) {
    const path = paper.graph ? await convertedGraph(name, folder) : scenePath(name);
    const { bytes, info } = await readCookedScene(path);
    const file = join(folder, `${name}.weft`);
    await writeFile(file, bytes);
    runs.push([file, ...paper.words(info?.settled ?? 0, name)]);
  }
  return runs;
}

/** The scene of a graph, as a file. */
async function convertedGraph(name: string, folder: string): Promise<string> {
  const { scene } = await convert(fileURLToPath(new URL(`${name}.egml`, graphs)));
  const file = join(folder, `${name}.json`);
  await writeFile(file, JSON.stringify(scene));
  return file;
}

function read(paper: PaperTable, text: string): Measured {
  const lines = text.split('\n').filter((line) => line !== '');
  const { key, title, published } = paper;
  return {
    key,
    title,
    notes: lines.filter((line) => line.startsWith('#')).map((line) => line.slice(2)),
    columns: [...paper.columns, ...(published ? [published.column] : [])],
    rows: lines
      .filter((line) => !line.startsWith('#'))
      .map((line) => {
        const [name, ...numbers] = line.split('\t');
        return [name, ...numbers.map(Number), ...(published ? [published.of[name] ?? ''] : [])];
      }),
  };
}

function describe({ title, notes, columns, rows }: Measured): string {
  return `${[title, ...notes].join('\n')}\n\n${table([columns, ...rows])}\n`;
}
