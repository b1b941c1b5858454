// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Scenes of the try-on page that a hand drags hard: what is worn, of what, calm or in the strongest wind that the
// page allows, and ten seconds in which the pointer takes cloth at ten places and is thrown to the corners of the
// screen, faster than any hand.
const WIND = 8; // m/s, the end of the page's slider
const GUST = 0.4 * WIND;
const RESOLUTION = { skirt: 12, tshirt: 18, trousers: 18 }; // mm, as the page has them

/** The step at which the hand begins, how long it holds and rests, and how long it is watched afterwards. */
export const BEGIN = 240;
const HOLDS = 10;
const HELD = 50;
const REST = 10;
export const END = BEGIN + HOLDS * (HELD + REST) + 60;

/** Garment and fabric; the second garment is of jersey, as on the page. */
export const WORN = [
  ['skirt', 'cotton'],
  ['skirt', 'silk'],
  ['skirt', 'denim'],
  ['skirt', 'jersey'],
  ['tshirt', 'jersey'],
  ['tshirt', 'silk'],
  ['trousers', 'denim'],
  ['trousers', 'linen'],
  ['tshirt+skirt', 'wool'],
  ['tshirt+trousers', 'leather'],
];

/** A scene as the page makes it, with the hand in its timeline. `vertices` are those of the first garment. */
export function handScene(
  worn,
  fabric,
  { windy, body = 'woman', motion = 'walk', vertices, seed = 1 },
) {
  const patterns = worn.split('+').reverse();
  const cloths = patterns.map((pattern, layer) => ({
    kind: 'garment',
    name: pattern,
    pattern,
    wearer: 'wearer',
    resolution: RESOLUTION[pattern],
    fabric: layer === 0 ? fabric : 'jersey',
    layer,
  }));
  return {
    name: `${worn.replace('+', '-')}-${fabric}${windy ? '-windy' : ''}`,
    title: 'A hard hand',
    steps: END,
    ...(windy && { wind: [0, 0, -WIND], gust: GUST }),
    bodies: [{ kind: 'avatar', name: 'wearer', body, motion }],
    cloths,
    timeline: hand(patterns, vertices, numbers(seed)),
  };
}

/** Whole numbers below `most`, the same for the same seed. */
function numbers(seed) {
  let state = seed >>> 0;
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

function hand(patterns, vertices, pick) {
  const corner = () => [2.4 * (pick(2) * 2 - 1), [0.1, 2.3][pick(2)], 1.6 * (pick(3) - 1)];
  const events = [];
  for (let hold = 0; hold < HOLDS; ++hold) {
    const at = BEGIN + hold * (HELD + REST);
    const cloth = patterns[hold % patterns.length];
    const start = [0.2 * (pick(3) - 1), 0.9, 0.3];
    events.push({ at, do: 'grab', cloth, vertex: pick(vertices), value: start, stiffness: 40 });
    let from = start;
    for (let throwing = 0; throwing < 3; ++throwing) {
      const to = corner();
      for (let k = 1; k <= 8; ++k) {
        const value = from.map((x, axis) => round(x + ((to[axis] - x) * k) / 8));
        events.push({ at: at + 16 * throwing + 2 * k, do: 'drag', value });
      }
      from = to;
    }
    events.push({ at: at + HELD, do: 'drop' });
  }
  return events;
}

const round = (x) => Math.round(x * 1024) / 1024;
