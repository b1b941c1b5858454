// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a view of the cloth from near shows: the upper part of a garment, where waistband or collar and the fall of the
// folds are.
import * as THREE from 'three';

/** So high is what is shown, m. */
const HEIGHT = 0.42;

/** The box of that part. */
export function detailOf(mesh: THREE.Mesh): THREE.Box3 {
  const box = new THREE.Box3();
  const point = new THREE.Vector3();
  const { position } = mesh.geometry.attributes;
  let top = -Infinity;
  for (let i = 0; i < position.count; i++) top = Math.max(top, position.getY(i));
  for (let i = 0; i < position.count; i++) {
    point.fromBufferAttribute(position, i);
    if (point.y > top - HEIGHT) box.expandByPoint(point);
  }
  return box;
}
