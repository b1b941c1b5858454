// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The memory of a module: numbers, text and structs by address. Structs are read and written through the table
// that the module itself exports, under camelCase names. Memory may grow at any call that allocates, which
// detaches every view: nothing here keeps a view across calls without checking its buffer.
import { flag, oneNumber, text, vector } from './checks.js';
import { invalidArgument, WeftError } from './error.js';
import type { Threads } from './crew/threads.js';
import type { Exports } from './exports.js';

enum FieldKind {
  Size,
  U32,
  F32,
  Bool,
  Text,
  Pointer,
  Struct,
  F64,
}

interface Field {
  kind: FieldKind;
  offset: number;
  count: number;
}

interface Struct {
  bytes: number;
  fields: Map<string, Field>;
}

/** What a field of a struct can hold on the JavaScript side. */
export type FieldValue = number | boolean | string | readonly number[];

type TypedArray = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array;

const decoder = new TextDecoder();

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

// What the core calls a field, as the options call it.
const optionName = (where: string) => (where === 'triangles' ? 'indices' : camelCase(where));

/** Memory of one module instance. */
export class Heap {
  readonly exports: Exports;
  /** Where memory is shared. */
  threads: Threads | undefined;
  private readonly structs = new Map<string, Struct>();
  private readonly statusNames: string[] = [];
  private viewed: DataView;

  constructor(
    exports: Exports,
    private readonly detachViews = false,
  ) {
    this.exports = exports;
    this.viewed = new DataView(exports.memory.buffer);
    this.readLayout();
  }

  /** A view on all memory, valid until the next call that may allocate. */
  get data(): DataView {
    if (this.viewed.buffer !== this.exports.memory.buffer) {
      this.viewed = new DataView(this.exports.memory.buffer);
    }
    return this.viewed;
  }

  /** To be called when memory was given back: views on it would show what comes next there. */
  released(): void {
    if (this.detachViews) {
      this.exports.memory.grow(0); // detaches every view, whatever it grows by
    }
  }

  /** Reserves memory, or throws. */
  allocate(bytes: number): number {
    const pointer = this.exports.malloc(Math.max(bytes, 8));
    if (!pointer) {
      throw new WeftError('WEFT_ERROR_OUT_OF_MEMORY', `There is no room for ${bytes} bytes.`);
    }
    return pointer;
  }

  /** The zero-terminated text at an address; empty for null. */
  text(pointer: number): string {
    if (!pointer) {
      return '';
    }
    const bytes = new Uint8Array(this.exports.memory.buffer, pointer);
    return decoder.decode(bytes.slice(0, bytes.indexOf(0))); // a copy: shared bytes are refused
  }

  /** An array that stays what it is when memory grows: views on the module's memory are copied. */
  outside<T extends TypedArray>(array: T): T {
    return array.buffer === this.exports.memory.buffer ? (array.slice() as T) : array;
  }

  /** Copies an array to an address. */
  write(pointer: number, array: TypedArray): void {
    if (array.byteLength === 0) {
      return; // it may be one that was transferred, which allows no view
    }
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    new Uint8Array(this.exports.memory.buffer, pointer, bytes.length).set(bytes);
  }

  structBytes(type: string): number {
    return this.struct(type).bytes;
  }

  fieldNames(type: string): string[] {
    return [...this.struct(type).fields.keys()];
  }

  /** Address of a field in a struct. */
  fieldAt(type: string, pointer: number, name: string): number {
    return pointer + this.field(type, name).offset;
  }

  /**
   * Writes the named fields, checked for type and length; `undefined` leaves a field as it is, an unknown name throws.
   * `where` is what errors put before the name, such as `pins[3].`.
   */
  writeStruct(
    type: string,
    pointer: number,
    values: Record<string, FieldValue | undefined>,
    where = '',
  ): void {
    for (const [name, value] of Object.entries(values)) {
      if (value !== undefined) {
        this.writeField(this.field(type, name), pointer, where + name, value);
      }
    }
  }

  /** Reads all fields, except nested structs. */
  readStruct(type: string, pointer: number): Record<string, FieldValue> {
    const values: Record<string, FieldValue> = {};
    for (const [name, field] of this.struct(type).fields) {
      if (field.kind !== FieldKind.Struct) {
        values[name] = this.readField(field, pointer);
      }
    }
    return values;
  }

  /** Runs work with temporary memory that is freed afterwards. */
  scoped<T>(work: (scope: Scope) => T): T {
    const scope = new Scope(this);
    try {
      return work(scope);
    } finally {
      scope.free();
    }
  }

  /** Runs a call that may trap, and turns a failed assertion of the core into a sentence. */
  guarded<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      const condition = this.text(this.exports.weft_js_assert_condition());
      if (!(error instanceof WebAssembly.RuntimeError) || !condition) {
        throw error;
      }
      const file = this.text(this.exports.weft_js_assert_file());
      const place = `${file}:${this.exports.weft_js_assert_line()}`;
      throw new WeftError('WEFT_ASSERT', `The assertion (${condition}) failed at ${place}.`);
    }
  }

  /** Throws unless the status is WEFT_OK. */
  check(status: number, what: string): void {
    if (status !== 0) {
      throw new WeftError(this.statusName(status), `${what}: ${this.statusText(status)}`);
    }
  }

  /** The error that a filled weft_report stands for. */
  reported(report: number): WeftError {
    const { status, where, message, element } = this.readStruct('weft_report', report);
    const sentence = (message as string) || this.statusText(status as number);
    const name = optionName(where as string);
    return new WeftError(
      this.statusName(status as number),
      name ? `${name}: ${sentence}` : sentence,
      name,
      name ? (element as number) : -1,
    );
  }

  statusName(status: number): string {
    return (this.statusNames[status] ??= this.text(this.exports.weft_status_name(status)));
  }

  statusText(status: number): string {
    return this.text(this.exports.weft_status_text(status));
  }

  private readLayout(): void {
    for (let index = 0; ; ++index) {
      const row = this.exports.weft_js_layout_at(index);
      if (!row) {
        return;
      }
      const word = (at: number) => this.data.getUint32(row + 4 * at, true);
      const [type, name] = [this.text(word(0)), this.text(word(1))];
      const field = { kind: word(2) as FieldKind, offset: word(3), count: word(4) };
      if (field.kind === FieldKind.Size) {
        this.structs.set(type, { bytes: field.count, fields: new Map() });
      } else {
        this.struct(type).fields.set(camelCase(name), field);
      }
    }
  }

  private struct(type: string): Struct {
    const struct = this.structs.get(type);
    if (!struct) {
      throw invalidArgument(`The module has no struct ${type}.`);
    }
    return struct;
  }

  private field(type: string, name: string): Field {
    const field = this.struct(type).fields.get(name);
    if (!field) {
      throw invalidArgument(`"${name}" is not a field of ${type}.`);
    }
    return field;
  }

  private writeField(field: Field, pointer: number, name: string, value: FieldValue): void {
    const { data } = this;
    const at = pointer + field.offset;
    if (field.kind === FieldKind.Text) {
      new Uint8Array(data.buffer, at, field.count).fill(0);
      const room = new Uint8Array(field.count - 1); // apart: shared bytes are refused
      new TextEncoder().encodeInto(text(name, value), room); // whole characters only
      new Uint8Array(data.buffer, at).set(room);
    } else if (field.kind === FieldKind.Bool) {
      data.setUint8(at, flag(name, value) ? 1 : 0);
    } else if (field.kind === FieldKind.F32) {
      const numbers = field.count > 1 ? vector(name, value, field.count) : [oneNumber(name, value)];
      numbers.forEach((number, i) => data.setFloat32(at + 4 * i, number, true));
    } else {
      const range = { least: 0, most: 0xffffffff, whole: true };
      const numbers = field.count > 1 ? vector(name, value, field.count) : [value];
      numbers.forEach((number, i) =>
        data.setUint32(at + 4 * i, oneNumber(name, number, range), true),
      );
    }
  }

  private readField(field: Field, pointer: number): FieldValue {
    const { data } = this;
    const at = pointer + field.offset;
    if (field.kind === FieldKind.Text) {
      return this.text(at);
    }
    if (field.kind === FieldKind.Bool) {
      return data.getUint8(at) !== 0;
    }
    if (field.kind === FieldKind.F64) {
      return data.getFloat64(at, true);
    }
    const number = (i: number) =>
      field.kind === FieldKind.F32
        ? data.getFloat32(at + 4 * i, true)
        : data.getUint32(at + 4 * i, true);
    return field.count === 1 ? number(0) : Array.from({ length: field.count }, (_, i) => number(i));
  }
}

/** Temporary memory: everything taken from it is freed together. */
export class Scope {
  private readonly pointers: number[] = [];

  constructor(private readonly heap: Heap) {}

  allocate(bytes: number): number {
    const pointer = this.heap.allocate(bytes);
    this.pointers.push(pointer);
    return pointer;
  }

  /** Copies an array in; `undefined` becomes the null pointer. */
  array(array: TypedArray | undefined): number {
    if (!array) {
      return 0;
    }
    const own = this.heap.outside(array);
    const pointer = this.allocate(own.byteLength);
    this.heap.write(pointer, own);
    return pointer;
  }

  text(text: string): number {
    return this.array(new TextEncoder().encode(`${text}\0`));
  }

  struct(type: string): number {
    const pointer = this.allocate(this.heap.structBytes(type));
    new Uint8Array(this.heap.exports.memory.buffer, pointer, this.heap.structBytes(type)).fill(0);
    return pointer;
  }

  free(): void {
    this.pointers.forEach((pointer) => this.heap.exports.free(pointer));
    this.pointers.length = 0;
  }
}
