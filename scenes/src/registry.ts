// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a scene may name. Generated from the tables of the core: change those, build the native
// preset, and run node scripts/generate_registry.mjs.

/** The methods of every stage; the first is the default. */
export const METHODS = [
  {
    stage: 'structure',
    name: 'dop_tree',
    source: 'Mezger, Kimmerle, Etzmuss 2003',
    guarantee: 'complete: every pair whose swept volumes meet',
    noCrossings: false,
    clips: false,
    repaired: false,
    lab: false,
    parameters: [
      {
        name: 'k',
        unit: '',
        help: 'half-spaces that bound a node: more fit tighter and take longer to refit',
        usual: 6,
        low: 6,
        high: 26,
        whole: true,
        choices: [6, 8, 14, 18, 26],
      },
      {
        name: 'arity',
        unit: '',
        help: 'children of a node: fewer make a deeper tree',
        usual: 8,
        low: 2,
        high: 8,
        whole: true,
        choices: [2, 4, 8],
      },
    ],
  },
  {
    stage: 'structure',
    name: 'uniform_grid',
    source: 'lists of triangles in cells, ours; kept up to date where they move',
    guarantee: 'complete: every pair whose swept boxes share a cell',
    noCrossings: false,
    clips: false,
    repaired: false,
    lab: true,
    parameters: [
      {
        name: 'cell',
        unit: '',
        help: "side of a cell over the mean longest side of the box of a body's triangle",
        usual: 1.5,
        low: 0.5,
        high: 8,
        whole: false,
        choices: [],
      },
    ],
  },
  {
    stage: 'structure',
    name: 'brute_force',
    source: 'every pair of boxes, the oracle of the tests',
    guarantee: 'complete, in quadratic time',
    noCrossings: false,
    clips: false,
    repaired: false,
    lab: true,
    parameters: [],
  },
  {
    stage: 'solver',
    name: 'implicit_euler',
    source: 'Baraff, Witkin 1998; Chen et al. 2024',
    guarantee: 'stable at any stiffness; stiff modes are damped',
    noCrossings: false,
    clips: false,
    repaired: false,
    lab: false,
    parameters: [],
  },
  {
    stage: 'solver',
    name: 'vbd',
    source: 'Chen et al. 2024',
    guarantee: 'stable; stiff cloth looks softer than it is',
    noCrossings: false,
    clips: false,
    repaired: false,
    lab: true,
    parameters: [],
  },
  {
    stage: 'response',
    name: 'filter',
    source: 'Chen et al. 2025, 2026',
    guarantee: 'no crossings of cloth and body on any committed frame',
    noCrossings: true,
    clips: true,
    repaired: true,
    lab: false,
    parameters: [],
  },
  {
    stage: 'response',
    name: 'impact_zones',
    source: 'Provot 1997; Bridson, Fedkiw, Anderson 2002',
    guarantee: 'nothing crosses on straight paths, by continuous detection',
    noCrossings: false,
    clips: true,
    repaired: false,
    lab: true,
    parameters: [
      {
        name: 'thickness',
        unit: 'm',
        help: 'cloth that is nearer than this is pushed apart',
        usual: 0.0005,
        low: 0,
        high: 0.002,
        whole: false,
        choices: [],
      },
      {
        name: 'impulses',
        unit: '',
        help: 'passes of impulses before zones are made rigid',
        usual: 12,
        low: 0,
        high: 100,
        whole: true,
        choices: [],
      },
      {
        name: 'zones',
        unit: '',
        help: 'passes that grow rigid zones before everything is held back',
        usual: 24,
        low: 0,
        high: 100,
        whole: true,
        choices: [],
      },
    ],
  },
  {
    stage: 'response',
    name: 'none',
    source: 'contact forces alone, for comparison',
    guarantee: 'none',
    noCrossings: false,
    clips: false,
    repaired: false,
    lab: true,
    parameters: [],
  },
  {
    stage: 'repair',
    name: 'auto',
    source: 'untangle with the response filter, none with the others',
    guarantee: 'that of the repair which it stands for',
    noCrossings: false,
    clips: false,
    repaired: false,
    lab: false,
    parameters: [],
  },
  {
    stage: 'repair',
    name: 'untangle',
    source: 'Baraff, Witkin, Kass 2003; Volino, Magnenat-Thalmann 2006',
    guarantee: 'crossed cloth comes back or is named; the rest stays apart',
    noCrossings: false,
    clips: false,
    repaired: false,
    lab: false,
    parameters: [],
  },
  {
    stage: 'repair',
    name: 'push_out',
    source: 'Bridson, Marino, Fedkiw 2003',
    guarantee: 'out of bodies, folds kept',
    noCrossings: false,
    clips: false,
    repaired: false,
    lab: true,
    parameters: [],
  },
  {
    stage: 'repair',
    name: 'contour',
    source: 'Volino, Magnenat-Thalmann 2006',
    guarantee: 'contours get shorter; may leave by the far side',
    noCrossings: false,
    clips: false,
    repaired: false,
    lab: true,
    parameters: [],
  },
  {
    stage: 'repair',
    name: 'global_intersection',
    source: 'Baraff, Witkin, Kass 2003',
    guarantee: 'what a contour cuts off comes back',
    noCrossings: false,
    clips: false,
    repaired: false,
    lab: true,
    parameters: [],
  },
  {
    stage: 'repair',
    name: 'none',
    source: 'crossed cloth stays crossed',
    guarantee: 'none',
    noCrossings: false,
    clips: false,
    repaired: false,
    lab: true,
    parameters: [],
  },
] as const;

/** Names that methods had once, and what runs instead. */
export const FORMER_NAMES = { structure: { inclusion_field: 'uniform_grid' } } as const;

/** Kinds of events; core/include/weft/types.h says what they read. */
export const EVENT_KINDS = {
  play: 0,
  gravity: 1,
  wind: 2,
  weld: 3,
  damping: 4,
  morph: 5,
  grab: 6,
  drag: 7,
  drop: 8,
  fabric: 9,
  friction: 10,
  release: 11,
  hold: 12,
  pin: 13,
  unpin: 14,
  fabricField: 15,
  clothCollision: 16,
  bodyCollision: 17,
  origin: 18,
} as const;

/** What may hold a vertex of cloth. */
export const PIN_KINDS = { fixed: 0, body: 1, height: 2, spring: 3 } as const;

/** Fields of a fabric, in the order of weft_fabric. */
export const FABRIC_FIELDS = [
  'density',
  'stretch_warp',
  'stretch_weft',
  'shear',
  'poisson',
  'compression',
  'bend_warp',
  'bend_weft',
  'damping',
  'strain_limit',
  'thickness',
  'friction_body',
  'friction_cloth',
  'drag',
  'lift',
] as const;

/** Fabrics, in the order of weft_fabric_preset; values in the order of the fields. */
export const FABRIC_ROWS = {
  cotton: [
    0.15, 2000, 2000, 15, 0.24, 0.2, 0.000017, 0.000011, 0.008, 0.04, 0.00032, 0.4, 0.3, 1.2, 0.05,
  ],
  denim: [
    0.324, 2000, 430, 30, 0.1, 0.2, 0.00007, 0.000038, 0.01, 0.05, 0.0008, 0.3, 0.35, 1.2, 0.03,
  ],
  silk: [
    0.075, 500, 500, 7, 0.2, 0.2, 0.0000018, 0.0000018, 0.005, 0.05, 0.0002, 0.3, 0.25, 1.2, 0.08,
  ],
  wool: [
    0.235, 1000, 1000, 20, 0.28, 0.2, 0.000019, 0.00001, 0.012, 0.05, 0.00057, 0.4, 0.3, 1.2, 0.04,
  ],
  jersey: [
    0.187, 200, 50, 18, 0.35, 0.2, 0.000004, 0.000006, 0.015, 0.1, 0.0007, 0.4, 0.3, 1.2, 0.04,
  ],
  linen: [
    0.18, 2000, 2000, 20, 0.2, 0.2, 0.000017, 0.000011, 0.008, 0.04, 0.0004, 0.4, 0.3, 1.2, 0.04,
  ],
  leather: [
    0.5, 2000, 2000, 400, 0.3, 0.2, 0.000038, 0.000038, 0.02, 0.05, 0.0009, 0.5, 0.45, 1.2, 0.02,
  ],
} as const;

/** Ranges of a world, SI units. */
export const WORLD_RANGES = {
  frame_seconds: [0.001, 0.1],
  gravity: [-100, 100],
  wind: [-100, 100],
  gust: [0, 100],
  air_density: [0, 100],
  contact_radius: [0.0004, 0.05],
  body_move_limit: [0.0001, 1],
  min_substeps: [1, 16],
} as const;

/** What a world is without a choice. */
export const WORLD_DEFAULTS = {
  frame_seconds: 0.016666668,
  gravity: [0, -9.81, 0],
  wind: [0, 0, 0],
  gust: 0,
  air_density: 1.2,
  contact_radius: 0.003,
  body_move_limit: 0.01,
  min_substeps: 2,
} as const;

/** Ranges of a fabric, SI units. */
export const FABRIC_RANGES = {
  density: [0.005, 10],
  stretch_warp: [0.1, 100000],
  stretch_weft: [0.1, 100000],
  shear: [0, 100000],
  poisson: [0, 0.5],
  compression: [0, 1],
  bend_warp: [0, 1],
  bend_weft: [0, 1],
  damping: [0, 1],
  strain_limit: [0, 10],
  thickness: [0, 0.1],
  friction_body: [0, 10],
  friction_cloth: [0, 10],
  drag: [0, 10],
  lift: [0, 10],
} as const;
