// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Reads a cooked scene back, written from core/docs/scene_format.md alone.

export interface ReadSection {
  tag: string;
  owner: number;
  view: DataView;
}

export interface ReadScene {
  version: number;
  hash: string;
  sections: ReadSection[];
}

/** Splits the bytes into sections; throws when header, table or hash do not agree. */
export function readCooked(bytes: Uint8Array): ReadScene {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (tagAt(view, 0) !== 'WEFT') throw new Error('no cooked scene');
  if (view.getUint32(8, true) !== bytes.length) throw new Error('wrong length');
  if (bytes.length % 8 !== 0) throw new Error('not padded');
  const count = view.getUint32(12, true);
  const sections: ReadSection[] = [];
  let end = 32 + 16 * count;
  for (let i = 0; i < count; i++) {
    const at = 32 + 16 * i;
    const offset = view.getUint32(at + 8, true);
    const length = view.getUint32(at + 12, true);
    if (offset % 8 !== 0 || offset < end || offset + length > bytes.length) {
      throw new Error(`section ${i} is out of place`);
    }
    end = offset + length;
    sections.push({
      tag: tagAt(view, at),
      owner: view.getUint32(at + 4, true),
      view: new DataView(bytes.buffer, bytes.byteOffset + offset, length),
    });
  }
  const hash = view.getBigUint64(16, true);
  if (hash !== slowHash(view)) throw new Error('content hash does not match');
  return { version: view.getUint32(4, true), hash: hash.toString(16).padStart(16, '0'), sections };
}

/** The one section of that tag and owner. */
export function section(scene: ReadScene, tag: string, owner = 0): DataView {
  const found = scene.sections.filter((s) => s.tag === tag && s.owner === owner);
  if (found.length !== 1) throw new Error(`${found.length} sections ${tag} ${owner}`);
  return found[0].view;
}

export function floats(view: DataView): Float32Array {
  return Float32Array.from({ length: view.byteLength / 4 }, (_, i) => view.getFloat32(4 * i, true));
}

export function words(view: DataView): Uint32Array {
  return Uint32Array.from({ length: view.byteLength / 4 }, (_, i) => view.getUint32(4 * i, true));
}

/** The zero-terminated name in the last 32 bytes of a BODY or CLTH section. */
export function nameOf(view: DataView, at: number): string {
  let text = '';
  for (let i = at; i < at + 32 && view.getUint8(i) !== 0; i++) {
    text += String.fromCharCode(view.getUint8(i));
  }
  return text;
}

export interface ReadEvent {
  step: number;
  kind: number;
  target: number;
  index: number;
  p: number[];
}

/** The timeline, empty when there is none. */
export function events(scene: ReadScene): ReadEvent[] {
  const found = scene.sections.find((s) => s.tag === 'EVNT');
  if (!found) return [];
  return Array.from({ length: found.view.byteLength / 48 }, (_, i) => ({
    step: found.view.getUint32(48 * i, true),
    kind: found.view.getUint32(48 * i + 4, true),
    target: found.view.getUint32(48 * i + 8, true),
    index: found.view.getUint32(48 * i + 12, true),
    p: Array.from({ length: 8 }, (_, k) => found.view.getFloat32(48 * i + 16 + 4 * k, true)),
  }));
}

/** The hash by its definition, with big integers. */
function slowHash(view: DataView): bigint {
  let h = 0xcbf29ce484222325n;
  for (let i = 32; i < view.byteLength; i += 4) {
    h = BigInt.asUintN(64, (h ^ BigInt(view.getUint32(i, true))) * 0x100000001b3n);
  }
  return h;
}

function tagAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((k) => view.getUint8(at + k)));
}
