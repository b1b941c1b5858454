// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The simulator: one instance of the module, which makes worlds.
import { bytes } from './checks.js';
import { applySettings, missingMethod } from './chosen_methods.js';
import { gather, type CrewLike, type CrewOpen } from './crew/gather.js';
import { Threads } from './crew/threads.js';
import { fabricNames, readFabric, worldDef } from './definitions.js';
import { invalidArgument, WeftError } from './error.js';
import { Heap, type Scope } from './heap.js';
import {
  methodsOfScene,
  readChoices,
  readMethods,
  readWorldMethods,
  settingsOf,
  type MethodOptions,
  type Setting,
} from './methods.js';
import {
  findLabModule,
  checkLoad,
  findModule,
  instantiate,
  instantiateNow,
  instantiateOn,
  type LoadOptions,
} from './module.js';
import { METHODS } from './registry.js';
import type { Fabric, Method, WorldOptions } from './types.js';
import { World } from './world.js';
import type { WorkerOrder } from './worker/protocol.js';
import type { RemoteWeft, WorkerChoice } from './worker/remote.js';

type WorkerStart = (
  choice: WorkerChoice,
  order: WorkerOrder,
  findLab: FindLab,
  onEnd: () => void,
) => Promise<RemoteWeft>;

/** Compiles the module with every method. @internal */
export type FindLab = (missing: Setting) => Promise<WebAssembly.Module>;

let startWorker: WorkerStart | undefined;

/** Says how workers are started; the worker's own script knows none. @internal */
export function setWorkerStart(start: WorkerStart): void {
  startWorker = start;
}

let openCrew: CrewOpen | undefined;

/** Says how workers that help to step are started; a worker's own script knows none. @internal */
export function setCrewOpen(open: CrewOpen): void {
  openCrew = open;
}

/** An instance of the simulator. `await Weft.load()` makes one. */
export class Weft {
  private readonly worlds = new Set<World>();

  /** The module with every method, once a world needed it. */
  private labHeap: Heap | undefined;

  private constructor(
    private readonly heap: Heap,
    private readonly loaded: LoadOptions,
    /** Why fewer threads than were asked for step worlds; empty where nothing is missing. */
    readonly threadsNote: string,
    private readonly crew?: CrewLike,
  ) {}

  /**
   * Loads the module and starts it; works in browsers, workers and Node. With `worker` it runs in a worker of its own:
   * the same verbs answer with promises, and the page goes on meanwhile.
   */
  static load(options: LoadOptions & { worker: WorkerChoice }): Promise<RemoteWeft>;
  static load(options?: LoadOptions & { worker?: false }): Promise<Weft>;
  static load(options: LoadOptions & { worker?: WorkerChoice | false }): Promise<Weft | RemoteWeft>;
  static async load(
    given: LoadOptions & { worker?: WorkerChoice | false } = {},
  ): Promise<Weft | RemoteWeft> {
    const { worker = false, ...options } = checkLoad(given);
    const { methods = {} } = options;
    readChoices(methods); // a slip is told before anything is fetched
    const weft = worker ? await Weft.startRemote(worker, options) : await Weft.startHere(options);
    await weft.prepare(methods);
    return weft;
  }

  private static async startHere(options: LoadOptions): Promise<Weft> {
    const team = await gather(options, openCrew);
    if (typeof team === 'string') {
      return new Weft(new Heap(await instantiate(options), options.detachViews), options, team);
    }
    const { crew, note } = team;
    const heap = new Heap(team.exports);
    heap.threads = new Threads(heap, team.isTried, () => crew.end());
    return new Weft(heap, options, note, crew);
  }

  // The page makes the workers and gives their memory to the one that steps: it hears when one of them ends.
  private static async startRemote(worker: WorkerChoice, options: LoadOptions) {
    if (!startWorker) {
      throw invalidArgument('load: a worker starts no worker.');
    }
    const team = await gather(options, openCrew);
    const findLab = (missing: Setting) => labModule(options, missing);
    if (typeof team === 'string') {
      const order = { module: await findModule(options), threadsNote: team };
      return startWorker(worker, order, findLab, () => {});
    }
    const { module, memory, isTried, crew, note } = team;
    const order = { module, shared: { memory, isTried }, threadsNote: note };
    return startWorker(worker, order, findLab, () => crew.end()).catch((error: unknown) => {
      crew.end();
      throw error;
    });
  }

  /** The simulator of a worker, made of what the page found. @internal */
  static async inWorker({ module, shared, threadsNote }: WorkerOrder): Promise<Weft> {
    if (!shared) {
      return new Weft(new Heap(await instantiate({ bytes: module as never })), {}, threadsNote);
    }
    const heap = new Heap(await instantiateOn(module, shared.memory));
    heap.threads = new Threads(heap, shared.isTried);
    return new Weft(heap, {}, threadsNote);
  }

  /** Threads that step the worlds of this module, at most; a world of a method of the lab module has one. */
  get threads(): number {
    return this.heap.threads?.size ?? 1;
  }

  /**
   * Fetches what worlds with these methods need, or a cooked scene with what it names: the small module has the
   * default of each stage, and the one with every method comes only when a name needs it. Throws `WeftError` when it
   * cannot be had; everything else goes on as before.
   */
  async prepare(
    wanted: MethodOptions | Uint8Array | ArrayBuffer,
    more: MethodOptions = {},
  ): Promise<void> {
    const settings = [...settingsOf(wanted), ...readMethods(more)];
    const missing = missingMethod(this.heap, settings);
    if (missing && !this.labHeap) {
      const module = await labModule(this.loaded, missing);
      const exports = await instantiate({ bytes: module as never });
      this.labHeap ??= new Heap(exports, this.loaded.detachViews);
    }
  }

  /** Takes the module with every method from the page. @internal */
  takeLab(module: WebAssembly.Module): void {
    this.labHeap ??= new Heap(instantiateNow(module), this.loaded.detachViews);
  }

  /** Whether worlds with these methods, or of this cooked scene, can be made now; else `prepare` is to come first. */
  has(wanted: MethodOptions | Uint8Array | ArrayBuffer): boolean {
    const missing = missingMethod(this.heap, settingsOf(wanted));
    return !missing || !!this.labHeap;
  }

  /** Makes an empty world. A method that is not among the defaults needs `prepare` first, or `load` with `methods`. */
  createWorld(options: WorldOptions = {}): World {
    const settings = readWorldMethods(options);
    const heap = this.heapFor(settings);
    return this.makeWorld(heap, settings, (scope, report) =>
      heap.exports.weft_world_create(worldDef(heap, scope, options), report),
    );
  }

  /**
   * Makes a world from a cooked scene; `methods` replace those that it names. Any bytes are safe; bad ones throw
   * `WeftError` with place and reason.
   */
  loadScene(scene: Uint8Array | ArrayBuffer, methods: MethodOptions = {}): World {
    const given = bytes('scene', scene);
    const settings = readMethods(methods);
    const heap = this.heapFor([...methodsOfScene(given), ...settings]);
    const array = heap.outside(given);
    return this.makeWorld(heap, settings, (scope, report) =>
      heap.exports.weft_world_load(scope.array(array), array.length, report),
    );
  }

  /** As `loadScene`, after `prepare`: a scene with any methods. */
  async openScene(scene: Uint8Array | ArrayBuffer, methods: MethodOptions = {}): Promise<World> {
    await this.prepare(scene, methods);
    return this.loadScene(scene, methods);
  }

  /** The method registry: what each stage can be set to, what that promises, and what numbers it takes. */
  methods(): Method[] {
    return [...METHODS];
  }

  /** Names of the fabric presets. */
  fabrics(): string[] {
    return fabricNames(this.heap);
  }

  /** The numbers of a fabric preset. */
  fabric(name: string): Fabric {
    return readFabric(this.heap, name);
  }

  /** Bytes of the modules' memory. */
  get memoryBytes(): number {
    const lab = this.labHeap?.exports.memory.buffer.byteLength ?? 0;
    return this.heap.exports.memory.buffer.byteLength + lab;
  }

  /** Frees all worlds, any use of which then throws, and ends the workers that helped to step. */
  dispose(): void {
    this.worlds.forEach((world) => world.dispose());
    this.worlds.clear();
    this.heap.threads?.retire();
    this.crew?.end();
  }

  private heapFor(settings: readonly Setting[]): Heap {
    const missing = missingMethod(this.heap, settings);
    if (!missing) {
      return this.heap;
    }
    if (!this.labHeap) {
      throw needsLab(missing, 'is not loaded; await weft.prepare(...) with the methods first');
    }
    return this.labHeap;
  }

  private makeWorld(
    heap: Heap,
    settings: readonly Setting[],
    make: (scope: Scope, report: number) => number,
  ): World {
    return heap.scoped((scope) => {
      const report = scope.struct('weft_report');
      const pointer = heap.guarded(() => make(scope, report));
      if (!pointer) {
        throw heap.reported(report);
      }
      try {
        applySettings(heap, pointer, settings);
        heap.threads?.adopt(pointer);
      } catch (error) {
        heap.exports.weft_world_destroy(pointer);
        throw error;
      }
      const world = new World(heap, pointer);
      this.worlds.forEach((other) => other.isDisposed && this.worlds.delete(other));
      this.worlds.add(world);
      return world;
    });
  }
}

function needsLab({ stage, name }: Setting, problem: string): WeftError {
  const sentence = `The ${stage} "${name}" needs the module weft-lab.wasm, which ${problem}`;
  return new WeftError('WEFT_ERROR_UNKNOWN_METHOD', `${sentence.replace(/\.$/, '')}.`, stage);
}

/** The module with every method, or one sentence that names the method that it is needed for. */
async function labModule(options: LoadOptions, missing?: Setting): Promise<WebAssembly.Module> {
  try {
    return await findLabModule(options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw missing ? needsLab(missing, `cannot be had: ${reason}`) : error;
  }
}
