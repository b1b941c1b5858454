// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From an event graph to the timeline of a scene: every way from a start to a node is one time that it happens. A
// graph with a loop would happen for ever, and a timeline cannot.
import { checkScene } from '../check.js';
import { SceneError } from '../errors.js';
import type { Scene, SceneEvent } from '../scene.js';
import {
  eventOf,
  fail,
  ROOTS,
  secondsOf,
  textOf,
  type EventGraph,
  type GraphNode,
} from './graph.js';

const USUAL_FRAME = 1 / 60;
const MOST_EVENTS = 20000;

/** A node that happens: at a moment that the scene names, or so many seconds after the start. */
interface Firing {
  node: GraphNode;
  at: number | string;
}

/** The scene with the events of a graph after its own. `scene` is what `readEventGraph` found the name of. */
export function convertGraph(graph: EventGraph, scene: Scene): Scene {
  refuseLoops(graph);
  const frame = scene.frame ?? USUAL_FRAME;
  const events = firings(graph).map((firing) => eventAt(firing, frame));
  const step = (event: SceneEvent) => (typeof event.at === 'number' ? event.at : Infinity);
  const timeline = [...(scene.timeline ?? []), ...events].sort((a, b) => step(a) - step(b));
  return checkScene({ ...scene, timeline });
}

/** Names a shortest way round, when there is one. */
function refuseLoops(graph: EventGraph): void {
  for (const name of graph.nodes.keys()) {
    const way = wayBack(graph, name);
    if (way) {
      const line = graph.routes.find(({ from, to }) => from === way.at(-2) && to === name)!.line;
      fail(
        line,
        `the graph goes round, ${way.join(' to ')}, and would never end; take this route away, or write each ` +
          'repetition as a node of its own',
      );
    }
  }
}

function wayBack(graph: EventGraph, name: string): string[] | undefined {
  const queue = [[name]];
  const seen = new Set<string>();
  for (let way = queue.shift(); way; way = queue.shift()) {
    for (const { from, to } of graph.routes) {
      if (from !== way.at(-1)) continue;
      if (to === name) return [...way, name];
      if (!seen.has(to)) queue.push([...way, to]);
      seen.add(to);
    }
  }
  return undefined;
}

/** All that happens, in the order in which it is found. */
function firings(graph: EventGraph): Firing[] {
  const found: Firing[] = [];
  const waiting: Firing[] = [...graph.nodes.values()]
    .filter(({ type }) => ROOTS.includes(type))
    .map((node) => ({ node, at: node.type === 'Start' ? 0 : textOf(node, 'name') }));
  for (let now = waiting.shift(); now; now = waiting.shift()) {
    if (!ROOTS.includes(now.node.type)) found.push(now);
    if (found.length > MOST_EVENTS) {
      throw new SceneError(
        '',
        `the graph makes more than ${MOST_EVENTS} events; leave some of its routes out`,
      );
    }
    waiting.push(...told(graph, now));
  }
  const happened = new Set(found.map(({ node }) => node.name));
  for (const { name, type, line } of graph.nodes.values()) {
    if (!happened.has(name) && !ROOTS.includes(type)) {
      fail(
        line,
        `nothing leads to '${name}' from a Start or a Moment; add a route to it, or take it away`,
      );
    }
  }
  return found;
}

/** What a node tells to begin. */
function told(graph: EventGraph, { node, at }: Firing): Firing[] {
  return graph.routes
    .filter(({ from }) => from === node.name)
    .map(({ out, to, line }) => {
      const next = graph.nodes.get(to)!;
      const wait = (out === 'done' ? secondsOf(node, 'seconds') : 0) + secondsOf(next, 'delay');
      if (typeof at === 'string' && wait > 0) {
        fail(
          line,
          `'${to}' would wait ${wait} s after '${at}', whose step is only known when the scene is cooked; ` +
            'count it from a Start',
        );
      }
      return { node: next, at: typeof at === 'string' ? at : at + wait };
    });
}

function eventAt({ node, at }: Firing, frame: number): SceneEvent {
  const { delay: _, seconds, ...fields } = node.fields;
  const takes = TIMED.has(node.type) && seconds !== undefined;
  return {
    at: typeof at === 'string' ? at : Math.round(at / frame),
    do: eventOf(node.type),
    ...fields,
    ...(takes && { seconds }),
  } as SceneEvent;
}

/** Events that have seconds of their own; of others it is only how long until they are done. */
const TIMED = new Set(['Sew', 'Gust', 'Morph', 'Hold']);
