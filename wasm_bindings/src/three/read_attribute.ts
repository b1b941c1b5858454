// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Attributes may be interleaved or quantised; the accessors of three.js know how.
import { invalidAt } from '../error.js';

/** What BufferAttribute and InterleavedBufferAttribute have in common. */
export interface AnyAttribute {
  readonly count: number;
  readonly itemSize: number;
  getComponent(index: number, component: number): number;
}

/** The first `width` numbers of every item. */
export function readAttribute(attribute: AnyAttribute, width: number): Float64Array {
  const values = new Float64Array(width * attribute.count);
  for (let item = 0; item < attribute.count; ++item) {
    for (let k = 0; k < width; ++k) {
      values[width * item + k] = attribute.getComponent(item, k);
    }
  }
  return values;
}

/** Throws when the attribute is not there or too narrow. */
export function requireAttribute(
  attribute: AnyAttribute | undefined,
  name: string,
  width: number,
): AnyAttribute {
  if (typeof attribute?.getComponent !== 'function' || attribute.itemSize < width) {
    throw invalidAt(
      name,
      -1,
      `The geometry needs an attribute ${name} with ${width} numbers per vertex.`,
    );
  }
  return attribute;
}
