// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// An engine runs a cooked scene and hands back one sample a step. Both engines, wasm and native, answer in the
// same shape, so that everything printed is computed in one place.
import type { Figure, MethodOptions, Phase } from 'weft-cloth';
import type { CookedInput } from './scene_input.js';

/** What to run. */
export interface RunOptions {
  steps: number;
  /** Threads that step the world; the result is the same. */
  threads: number;
  /** Methods that replace those of the scene. */
  methods: MethodOptions;
  /** Folder for frames, or undefined. */
  dump: string | undefined;
  /** Every how many steps a frame is kept. */
  every: number;
}

/** What is kept of a step. */
export interface Sample {
  pairs: number;
  crossingsBody: number;
  crossingsCloth: number;
  crossingsDeclared: number;
  captured: number;
  tangled: number;
  stuck: number;
  blocked: number;
  rolledBack: number;
  pinsDropped: number;
  seamsOpen: number;
  bodyLagMax: number;
  strainP50: number;
  strainP99: number;
  strainMax: number;
  ms: Record<Phase, number>;
}

/** What a run came to. */
export interface RunResult {
  clothVertices: number;
  clothTriangles: number;
  bodyTriangles: number;
  samples: Sample[];
  /** Threads that stepped it. */
  threads: number;
  hash: string;
  memoryBytes: number;
  /** Where the energy of the cloth is after the last step, J; the native engine tells. */
  energy?: Record<string, number>;
  /** What the methods have counted. */
  figures?: Figure[];
}

/** Names of the engines. */
export const ENGINES = ['wasm', 'native'] as const;
export type EngineName = (typeof ENGINES)[number];

/** Runs a scene; `onStep` hears the number of each step that is done. */
export type Engine = (
  input: CookedInput,
  options: RunOptions,
  onStep: (step: number) => void,
) => Promise<RunResult>;
