// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The simulator: one instance of the module, which makes worlds.
import { fabricNames, methodAt, readFabric, worldDef } from './definitions.js';
import { Heap, type Scope } from './heap.js';
import { instantiate, type LoadOptions } from './module.js';
import type { Fabric, Method, WorldOptions } from './types.js';
import { World } from './world.js';

/** An instance of the simulator. `await Weft.load()` makes one. */
export class Weft {
  private constructor(private readonly heap: Heap) {}

  /** Loads the module and starts it; works in browsers, workers and Node. */
  static async load(options: LoadOptions = {}): Promise<Weft> {
    return new Weft(new Heap(await instantiate(options)));
  }

  /** Makes an empty world. */
  createWorld(options: WorldOptions = {}): World {
    return this.makeWorld((scope, report) =>
      this.heap.exports.weft_world_create(worldDef(this.heap, scope, options), report),
    );
  }

  /** Makes a world from a cooked scene. Any bytes are safe; bad ones throw `WeftError` with place and reason. */
  loadScene(bytes: Uint8Array | ArrayBuffer): World {
    const array = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
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

  private makeWorld(make: (scope: Scope, report: number) => number): World {
    return this.heap.scoped((scope) => {
      const report = scope.struct('weft_report');
      const pointer = this.heap.guarded(() => make(scope, report));
      if (!pointer) {
        throw this.heap.reported(report);
      }
      return new World(this.heap, pointer);
    });
  }
}
