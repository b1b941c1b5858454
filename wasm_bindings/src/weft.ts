// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The simulator: one instance of the module, which makes worlds.
import { bytes } from './checks.js';
import { fabricNames, methodAt, readFabric, worldDef } from './definitions.js';
import { invalidArgument } from './error.js';
import { Heap, type Scope } from './heap.js';
import { findModule, instantiate, type LoadOptions } from './module.js';
import type { Fabric, Method, WorldOptions } from './types.js';
import { World } from './world.js';
import type { RemoteWeft, WorkerChoice } from './worker/remote.js';

type WorkerStart = (choice: WorkerChoice, module: WebAssembly.Module) => Promise<RemoteWeft>;

let startWorker: WorkerStart | undefined;

/** Says how workers are started; the worker's own script knows none. @internal */
export function setWorkerStart(start: WorkerStart): void {
  startWorker = start;
}

/** An instance of the simulator. `await Weft.load()` makes one. */
export class Weft {
  private readonly worlds = new Set<World>();

  private constructor(private readonly heap: Heap) {}

  /**
   * Loads the module and starts it; works in browsers, workers and Node. With `worker` it runs in a worker of its own:
   * the same verbs answer with promises, and the page goes on meanwhile.
   */
  static load(options: LoadOptions & { worker: WorkerChoice }): Promise<RemoteWeft>;
  static load(options?: LoadOptions & { worker?: false }): Promise<Weft>;
  static load(options: LoadOptions & { worker?: WorkerChoice | false }): Promise<Weft | RemoteWeft>;
  static async load({
    worker = false,
    ...options
  }: LoadOptions & { worker?: WorkerChoice | false } = {}): Promise<Weft | RemoteWeft> {
    if (!worker) {
      return new Weft(new Heap(await instantiate(options), options.detachViews));
    }
    if (!startWorker) {
      throw invalidArgument('load: a worker starts no worker.');
    }
    return startWorker(worker, await findModule(options));
  }

  /** Makes an empty world. */
  createWorld(options: WorldOptions = {}): World {
    return this.makeWorld((scope, report) =>
      this.heap.exports.weft_world_create(worldDef(this.heap, scope, options), report),
    );
  }

  /** Makes a world from a cooked scene. Any bytes are safe; bad ones throw `WeftError` with place and reason. */
  loadScene(scene: Uint8Array | ArrayBuffer): World {
    const array = this.heap.outside(bytes('scene', scene));
    return this.makeWorld((scope, report) =>
      this.heap.exports.weft_world_load(scope.array(array), array.length, report),
    );
  }

  /** The method registry: what each stage can be set to, and what that promises. */
  methods(): Method[] {
    const methods: Method[] = [];
    for (let index = 0, row; (row = methodAt(this.heap, index)); ++index) {
      const { stage, name, source, guarantee } = row;
      methods.push({ stage, name, source, guarantee });
    }
    return methods;
  }

  /** Names of the fabric presets. */
  fabrics(): string[] {
    return fabricNames(this.heap);
  }

  /** The numbers of a fabric preset. */
  fabric(name: string): Fabric {
    return readFabric(this.heap, name);
  }

  /** Bytes of the module's memory. */
  get memoryBytes(): number {
    return this.heap.exports.memory.buffer.byteLength;
  }

  /** Frees all worlds; any use of them afterwards throws. */
  dispose(): void {
    this.worlds.forEach((world) => world.dispose());
    this.worlds.clear();
  }

  private makeWorld(make: (scope: Scope, report: number) => number): World {
    return this.heap.scoped((scope) => {
      const report = scope.struct('weft_report');
      const pointer = this.heap.guarded(() => make(scope, report));
      if (!pointer) {
        throw this.heap.reported(report);
      }
      const world = new World(this.heap, pointer);
      this.worlds.forEach((other) => other.isDisposed && this.worlds.delete(other));
      this.worlds.add(world);
      return world;
    });
  }
}
