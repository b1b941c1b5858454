// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a table stands on. To the simulation a table is its top alone, which a cloth hides all round; the leg is only drawn,
// down to the floor of the stage, so that it is a table and no hovering cloth.
import * as THREE from 'three';
import type { Scene } from 'weft-scenes';

type SceneBody = NonNullable<Scene['bodies']>[number];

/** A leg shorter than this is none, m. */
const LEAST = 0.08;

/** The leg and foot of a body of the scene; null for one that needs none or is moved or turned. */
export function makePedestal(body: SceneBody | undefined): THREE.Mesh | null {
  if (body?.kind !== 'table' || body.course || body.rotate) return null;
  const [x, y, z] = body.at ?? [0, 0, 0];
  const top = y - (body.thickness ?? 0.03);
  if (top < LEAST) return null;
  const profile = profileOf(body.radius, top);
  const geometry = new THREE.LatheGeometry(profile, 64);
  const material = new THREE.MeshPhysicalMaterial({ color: 0xd8d4cc, roughness: 0.75 });
  const mesh = new THREE.Mesh(geometry, material);
  mesh.position.set(x, 0, z);
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
}

/** From the rim of the foot up to the middle of the top: radius and height. */
function profileOf(radius: number, top: number): THREE.Vector2[] {
  const foot = 0.62 * radius;
  const leg = Math.max(0.008, 0.07 * radius);
  const plate = Math.min(0.018, 0.1 * radius);
  const points = [
    [foot, 0],
    [foot, 0.6 * plate],
    [0.97 * foot, plate],
    [1.6 * leg, 2 * plate],
    [leg, 5 * plate],
    [leg, top - 4 * plate],
    [2.2 * leg, top],
  ];
  return points.map(([r, h]) => new THREE.Vector2(r, h));
}
