// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Reads single sections of a cooked scene (core/docs/scene_format.md): the page needs the material coordinates of a
// cloth for its texture and the events of its timeline, which the simulator does not hand out again.

const TABLE = 32;
const ROW = 16;

/** The bytes of a section as floats; null when there is none. */
export function floatSection(bytes: Uint8Array, tag: string, owner: number): Float32Array | null {
  const section = sectionOf(bytes, tag, owner);
  return section && new Float32Array(section);
}

/** A copy of the bytes of a section; null when there is none. */
export function sectionOf(bytes: Uint8Array, tag: string, owner: number): ArrayBuffer | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wanted = [...tag].reduce((sum, c, i) => sum + c.charCodeAt(0) * 2 ** (8 * i), 0);
  const rows = view.getUint32(12, true);
  for (let at = TABLE; at < TABLE + ROW * rows; at += ROW) {
    if (view.getUint32(at, true) !== wanted || view.getUint32(at + 4, true) !== owner) continue;
    const from = bytes.byteOffset + view.getUint32(at + 8, true);
    return (bytes.buffer as ArrayBuffer).slice(from, from + view.getUint32(at + 12, true));
  }
  return null;
}
