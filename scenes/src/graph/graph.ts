// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// An event graph: what happens, and what makes it happen. Bull, Slater, Buxton 2003, section 4, keep it apart from the
// scene and write it in a language similar to VRML97. Nothing else of it is printed, so what follows is our reading:
//
//     Inline { url "walk-skirt" }                      the scene that it happens in
//     DEF start Start { }                              happens at step 0; Moment { name "sewn" } at what a scene names
//     DEF walk Play { body "wearer" clip "walk" delay 0.5 seconds 3 }
//     ROUTE start.done TO walk.begin
//
// A node is an event of the timeline with its fields, its name in capitals first (`Play` is `play`); `delay` is how
// long it waits once it was told to begin, s. It gives off `begun` when it happens, and `done` after its `seconds`.
import { SceneError, unknownValue } from '../errors.js';
import type { SceneEvent } from '../scene.js';
import { EVENTS } from '../schema.js';
import { tokensOf, type Token } from './tokens.js';

/** A node: what it does, and when it was told to. */
export interface GraphNode {
  name: string;
  type: string;
  line: number;
  fields: Record<string, number | string | number[]>;
}

/** What leaves a node, and the node that it tells to begin. */
export interface Route {
  from: string;
  out: 'begun' | 'done';
  to: string;
  line: number;
}

export interface EventGraph {
  nodes: Map<string, GraphNode>;
  routes: Route[];
  /** The scene that it names. */
  scene: string | undefined;
}

/** What starts by itself. */
export const ROOTS = ['Start', 'Moment'];

const OUTS = ['begun', 'done'];
const FIELDS: Record<string, string[]> = {
  Inline: ['url'],
  Start: [],
  Moment: ['name'],
  ...Object.fromEntries(
    Object.entries(EVENTS).map(([name, { properties }]) => {
      const own = Object.keys(properties as object).filter((key) => key !== 'at' && key !== 'do');
      return [typeOf(name), [...new Set([...own, 'delay', 'seconds'])]];
    }),
  ),
};

function typeOf(event: string): string {
  return event[0].toUpperCase() + event.slice(1);
}

/** The event that a type of node stands for. */
export function eventOf(type: string): SceneEvent['do'] {
  return type[0].toLowerCase() + type.slice(1);
}

/** Reads a graph file; a SceneError says in one sentence what is wrong in which line. */
export function readEventGraph(text: string): EventGraph {
  return new Reader(tokensOf(text)).read();
}

class Reader {
  private at = 0;
  private readonly graph: EventGraph = { nodes: new Map(), routes: [], scene: undefined };

  constructor(private readonly tokens: readonly Token[]) {}

  read(): EventGraph {
    while (this.at < this.tokens.length) {
      const token = this.next('DEF, ROUTE or a node');
      if (token.text === 'ROUTE') this.readRoute(token.line);
      else if (token.text === 'DEF') this.readNode(this.word('a name after DEF').text);
      else this.readNode(undefined, token);
    }
    this.graph.routes.forEach((route) => this.checkRoute(route));
    return this.graph;
  }

  private next(wanted: string): Token {
    const last = this.tokens.at(-1)?.line ?? 1;
    const token = this.tokens[this.at++];
    return token ?? fail(last, `the file ends where ${wanted} should stand`);
  }

  private word(wanted: string): Token {
    const token = this.next(wanted);
    if (token.kind === 'word') return token;
    return fail(token.line, `'${token.text}' stands where ${wanted} should`);
  }

  private sign(sign: string, after: string): void {
    const token = this.next(`'${sign}'`);
    if (token.text !== sign || token.kind !== 'sign') {
      fail(token.line, `'${token.text}' stands where the '${sign}' of ${after} should`);
    }
  }

  private readNode(name: string | undefined, given?: Token): void {
    const { text: type, line } = given ?? this.word('a node');
    if (!Object.hasOwn(FIELDS, type)) fail(line, unknownValue('node', type, Object.keys(FIELDS)));
    const own = name ?? `${type} in line ${line}`;
    const before = this.graph.nodes.get(own);
    if (before) {
      fail(line, `the name '${own}' is taken by the node of line ${before.line}; choose another`);
    }
    const node: GraphNode = { name: own, type, line, fields: {} };
    this.sign('{', type);
    while (this.tokens[this.at]?.text !== '}') this.readField(node);
    this.sign('}', type);
    if (type === 'Inline') this.graph.scene = textOf(node, 'url');
    else this.graph.nodes.set(own, node);
  }

  private readField(node: GraphNode): void {
    const { text: field, line } = this.word(`a field or the '}' of ${node.name}`);
    const allowed = FIELDS[node.type];
    if (!allowed.includes(field)) fail(line, unknownValue(`field of ${node.type}`, field, allowed));
    const listed = this.tokens[this.at]?.text === '[';
    this.at += listed ? 1 : 0;
    const values: (number | string)[] = [];
    for (;;) {
      const token = this.tokens[this.at];
      if (token?.kind !== 'number' && token?.kind !== 'text') break;
      values.push(token.kind === 'text' ? token.text : numberOf(token, field));
      this.at += 1;
    }
    if (listed) this.sign(']', field);
    if (values.length === 0)
      fail(line, `'${field}' has no value; write a number or a text in "" after it`);
    node.fields[field] = values.length === 1 ? values[0] : numbersOf(values, field, line);
  }

  private readRoute(line: number): void {
    const [from, out] = this.end('begun or done', OUTS);
    if (this.word('TO').text !== 'TO') fail(line, 'a route reads ROUTE a.done TO b.begin');
    const [to] = this.end('begin', ['begin']);
    this.graph.routes.push({ from, out: out as Route['out'], to, line });
  }

  private end(what: string, allowed: readonly string[]): [string, string] {
    const { text, line } = this.word(`NAME.${what}`);
    const dot = text.lastIndexOf('.');
    const field = text.slice(dot + 1);
    if (dot < 1)
      fail(line, `'${text}' is no end of a route; write the node's name, a point and ${what}`);
    if (!allowed.includes(field)) fail(line, unknownValue('end of a route', field, allowed));
    return [text.slice(0, dot), field];
  }

  private checkRoute({ from, to, line }: Route): void {
    const names = [...this.graph.nodes.keys()];
    for (const name of [from, to]) {
      if (!this.graph.nodes.has(name)) fail(line, unknownValue('node', name, names));
    }
    const target = this.graph.nodes.get(to)!;
    if (ROOTS.includes(target.type)) {
      fail(
        line,
        `'${to}' is a ${target.type} and begins by itself; lead the route to another node`,
      );
    }
  }
}

/** A text that a node must have. */
export function textOf(node: GraphNode, field: string): string {
  const value = node.fields[field];
  if (typeof value === 'string') return value;
  return fail(node.line, `${node.type} needs its ${field}, a text in ""`);
}

/** A time of a node, s; 0 when it has none. */
export function secondsOf(node: GraphNode, field: string): number {
  const value = node.fields[field] ?? 0;
  if (typeof value === 'number' && value >= 0) return value;
  return fail(node.line, `the ${field} of '${node.name}' is not a number of seconds from 0 on`);
}

function numberOf({ text, line }: Token, field: string): number {
  const value = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : NaN;
  if (Number.isFinite(value)) return value;
  return fail(line, `'${text}' of ${field} is not a number; write it like 1.5 or 15e-1`);
}

function numbersOf(values: (number | string)[], field: string, line: number): number[] {
  if (values.every((value) => typeof value === 'number')) return values;
  return fail(
    line,
    `'${field}' has ${values.length} values of which one is a text; it takes one text, or numbers`,
  );
}

export function fail(line: number, sentence: string): never {
  throw new SceneError(`line ${line}`, sentence);
}
