// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Builds the container of a cooked scene, core/docs/scene_format.md: a header, a table of sections, the sections.
import { fnv1a64 } from './fnv.js';

const HEADER_BYTES = 32;
const ENTRY_BYTES = 16;
const VERSION = 2;

/** Bytes of one section, filled field by field in little-endian order. */
export class SectionBytes {
  private bytes: Uint8Array;
  private view: DataView;
  private used = 0;

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity);
    this.view = new DataView(this.bytes.buffer);
  }

  u32(...values: number[]): this {
    for (const v of values) this.view.setUint32(this.advance(4), v, true);
    return this;
  }

  f32(...values: number[]): this {
    for (const v of values) this.view.setFloat32(this.advance(4), v, true);
    return this;
  }

  i32(value: number): this {
    this.view.setInt32(this.advance(4), value, true);
    return this;
  }

  i16(value: number): this {
    this.view.setInt16(this.advance(2), value, true);
    return this;
  }

  /** A name in 32 bytes, cut to 31 ASCII characters and filled with zeros. */
  name(text: string, bytes = 32): this {
    const at = this.advance(bytes);
    for (let i = 0; i < Math.min(bytes - 1, text.length); i++) {
      const code = text.charCodeAt(i);
      this.bytes[at + i] = code < 128 ? code : 63;
    }
    return this;
  }

  u32s(values: ArrayLike<number>): this {
    for (let i = 0; i < values.length; i++) this.view.setUint32(this.advance(4), values[i], true);
    return this;
  }

  u16s(values: ArrayLike<number>): this {
    for (let i = 0; i < values.length; i++) this.view.setUint16(this.advance(2), values[i], true);
    return this;
  }

  f32s(values: ArrayLike<number>): this {
    for (let i = 0; i < values.length; i++) this.view.setFloat32(this.advance(4), values[i], true);
    return this;
  }

  /** What was written; the capacity must have been exact. */
  finish(): Uint8Array {
    if (this.used !== this.bytes.length) {
      throw new Error(`section has ${this.used} bytes instead of ${this.bytes.length}`);
    }
    return this.bytes;
  }

  private advance(count: number): number {
    const at = this.used;
    this.used += count;
    return at;
  }
}

interface Section {
  tag: string;
  owner: number;
  bytes: Uint8Array;
}

/** Collects sections and packs them with their table and content hash. */
export class SceneFile {
  private sections: Section[] = [];

  add(tag: string, owner: number, bytes: Uint8Array): void {
    this.sections.push({ tag, owner, bytes });
  }

  /** The file, and its content hash as [low, high]. */
  pack(): { bytes: Uint8Array; hash: [number, number] } {
    const offsets: number[] = [];
    let end = roundUp(HEADER_BYTES + ENTRY_BYTES * this.sections.length);
    for (const s of this.sections) {
      offsets.push(end);
      end = roundUp(end + s.bytes.length);
    }
    const bytes = new Uint8Array(end);
    const view = new DataView(bytes.buffer);
    writeTag(view, 0, 'WEFT');
    view.setUint32(4, VERSION, true);
    view.setUint32(8, end, true);
    view.setUint32(12, this.sections.length, true);
    this.sections.forEach((s, i) => {
      const at = HEADER_BYTES + ENTRY_BYTES * i;
      writeTag(view, at, s.tag);
      view.setUint32(at + 4, s.owner, true);
      view.setUint32(at + 8, offsets[i], true);
      view.setUint32(at + 12, s.bytes.length, true);
      bytes.set(s.bytes, offsets[i]);
    });
    const hash = fnv1a64(bytes, HEADER_BYTES);
    view.setUint32(16, hash[0], true);
    view.setUint32(20, hash[1], true);
    return { bytes, hash };
  }
}

function roundUp(n: number): number {
  return (n + 7) & ~7;
}

function writeTag(view: DataView, at: number, tag: string): void {
  for (let i = 0; i < 4; i++) view.setUint8(at + i, tag.charCodeAt(i));
}
