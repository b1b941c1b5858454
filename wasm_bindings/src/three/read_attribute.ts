// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Attributes may be interleaved or quantised; the accessors of three.js know how.
import type { BufferGeometry, Mesh } from 'three';
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

/** Throws when the attribute is not there, too narrow or too short for `count` vertices. */
export function requireAttribute(
  attribute: AnyAttribute | undefined,
  name: string,
  width: number,
  count = 0,
): AnyAttribute {
  if (
    typeof attribute?.getComponent !== 'function' ||
    attribute.itemSize < width ||
    attribute.count < count
  ) {
    throw invalidAt(
      name,
      -1,
      `The geometry needs an attribute ${name} with ${width} numbers per vertex.`,
    );
  }
  return attribute;
}

/** The attributes of a mesh's geometry; throws when it has none. */
export function attributesOf({ name, geometry }: Mesh): BufferGeometry['attributes'] {
  if (typeof geometry?.attributes !== 'object') {
    throw invalidAt('geometry', -1, `"${name}" has no geometry.`);
  }
  return geometry.attributes;
}

/** The morph targets of a mesh's places, 3 numbers per vertex. */
export function readMorphs({ name, geometry }: Mesh): Float64Array[] {
  const { count } = geometry.attributes.position;
  return (geometry.morphAttributes.position ?? []).map((target, i) =>
    readAttribute(requireAttribute(target, `morph ${i} of "${name}"`, 3, count), 3),
  );
}
