// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Sheets and meshes of the scene, resolved to what the core loads.
import { fabricPreset, type Fabric } from '../cloth/fabric.js';
import { discSheet } from '../cloth/disc.js';
import { gridSheet } from '../cloth/grid.js';
import { sheetPins, type Carrier } from '../cloth/pins.js';
import { tubeSheet } from '../cloth/tube.js';
import { snapAll } from '../math/snap.js';
import { placePoints } from '../math/transform.js';
import { PI } from '../math/trig.js';
import type { SceneCloth } from '../scene.js';
import { PIN, type Cloth, type Pin } from '../model.js';

/** A disc with a longer radius would have more than about 36 000 vertices. */
const MOST_SPACINGS = 100;

/** Fabric values from a preset name, or from values over a preset. */
export function resolveFabric(fabric: SceneCloth['fabric'], preset = 'cotton'): Fabric {
  if (fabric === undefined) return fabricPreset(preset);
  if (typeof fabric === 'string') return fabricPreset(fabric);
  const { preset: base, ...values } = fabric;
  return { ...fabricPreset(base ?? preset), ...values };
}

/** A rectangular sheet. */
export function buildGrid(
  spec: Extract<SceneCloth, { kind: 'grid' }>,
  name: string,
  carriers: Carrier[],
): Cloth {
  const sheet = gridSheet(spec.size, spec.columns, spec.rows);
  const positions = snapAll(placePoints(sheet.positions, spec));
  return {
    name,
    positions,
    velocities: spec.velocity && repeated(spec.velocity, positions.length / 3),
    material: snapAll(sheet.material),
    triangles: sheet.triangles,
    seams: new Uint32Array(0),
    pins: sheetPins(spec.pins ?? [], spec.size, sheet.material, positions, carriers),
    layer: spec.layer ?? 0,
    seamCloseSeconds: 0,
    fabric: resolveFabric(spec.fabric),
  };
}

/** A round sheet. */
export function buildDisc(spec: Extract<SceneCloth, { kind: 'disc' }>, name: string): Cloth {
  const { radius, spacing, held = 0 } = spec;
  if (!(held < radius))
    throw new Error('held must be less than the radius; hold less of the disc.');
  if (radius / spacing > MOST_SPACINGS)
    throw new Error(`radius over spacing may be ${MOST_SPACINGS} at most; take a larger spacing.`);
  const sheet = discSheet(radius, spacing, held);
  const positions = snapAll(placePoints(sheet.positions, spec));
  const pins: Pin[] = [];
  for (let v = 0; v < positions.length / 3; v++) {
    const [x, y] = sheet.material.subarray(2 * v, 2 * v + 2);
    if (held > 0 && x * x + y * y < (held + 1e-6) ** 2)
      pins.push(meshPin({ vertex: v }, positions));
  }
  return {
    name,
    positions,
    material: snapAll(sheet.material),
    triangles: sheet.triangles,
    seams: new Uint32Array(0),
    pins,
    layer: spec.layer ?? 0,
    seamCloseSeconds: 0,
    fabric: resolveFabric(spec.fabric),
  };
}

/** A tube. */
export function buildTube(
  spec: Extract<SceneCloth, { kind: 'tube' }>,
  name: string,
  carriers: Carrier[],
): Cloth {
  const sheet = tubeSheet(spec.radius, spec.height, spec.around, spec.rows);
  const positions = snapAll(placePoints(sheet.positions, spec));
  const size: [number, number] = [2 * PI * spec.radius, spec.height];
  return {
    name,
    positions,
    material: snapAll(sheet.material),
    triangles: sheet.triangles,
    seams: sheet.seams,
    pins: sheetPins(spec.pins ?? [], size, sheet.material, positions, carriers),
    layer: spec.layer ?? 0,
    seamCloseSeconds: 0.75,
    fabric: resolveFabric(spec.fabric),
  };
}

/** A mesh given vertex by vertex. */
export function buildMeshCloth(spec: Extract<SceneCloth, { kind: 'mesh' }>, name: string): Cloth {
  const positions = snapAll(placePoints(spec.positions, spec));
  return {
    name,
    positions,
    material: spec.material && snapAll(spec.material),
    triangles: Uint32Array.from(spec.triangles),
    seams: Uint32Array.from((spec.seams ?? []).flat()),
    pins: (spec.pins ?? []).map((p) => meshPin(p, positions)),
    layer: spec.layer ?? 0,
    seamCloseSeconds: 0.75,
    fabric: resolveFabric(spec.fabric),
  };
}

function meshPin(pin: { vertex: number; stiffness?: number }, positions: Float32Array): Pin {
  const at = 3 * pin.vertex;
  return {
    vertex: pin.vertex,
    kind: pin.stiffness === undefined ? PIN.fixed : PIN.spring,
    body: 0,
    element: 0,
    offset: [positions[at], positions[at + 1], positions[at + 2]],
    stiffness: pin.stiffness ?? 0,
  };
}

function repeated(v: [number, number, number], count: number): Float32Array {
  const out = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) out.set(v, 3 * i);
  return out;
}
