// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which primitives are convex solids to cloth, exact where they are round, instead of their mesh. The rotation of a
// body is three turns, as transform.ts has them.
import { SceneError } from '../errors.js';
import { mul, turnX, turnY, turnZ, type Quat } from '../math/quat.js';
import { placePoints } from '../math/transform.js';
import { rad } from '../math/trig.js';
import type { Vec3 } from '../math/vec3.js';
import type { ScenePrimitive } from '../scene.js';

/** Numbers of the core: weft_shape_kind. */
const KIND = { sphere: 1, capsule: 2, box: 3, cone: 4, plane: 5, hull: 6 } as const;

/** A convex solid as the core takes it: weft_shape. */
export interface Shape {
  kind: number;
  center: Vec3;
  rotation: Quat;
  radius: number;
  half: Vec3;
}

/** About the body's own origin. */
interface Own {
  kind: keyof typeof KIND;
  /** Height of its middle. */
  up?: number;
  radius?: number;
  half?: Vec3;
}

const FLAT = 0.02; // m, thickness of a plane to slide on

function ownShape(body: ScenePrimitive): Own | undefined {
  switch (body.kind) {
    case 'sphere':
      return { kind: 'sphere', radius: body.radius };
    case 'capsule':
      return { kind: 'capsule', radius: body.radius, half: [0, body.length / 2, 0] };
    case 'box':
      return { kind: 'box', half: body.size.map((x) => x / 2) as Vec3 };
    case 'cube':
      return { kind: 'box', half: [body.size / 2, body.size / 2, body.size / 2] };
    case 'cone': {
      const middle = body.height / 2;
      return { kind: 'cone', up: middle, radius: body.radius, half: [0, middle, 0] };
    }
    case 'plane': {
      const [x, y, z] = [body.size[0] / 2, (body.thickness ?? FLAT) / 2, body.size[1] / 2];
      return { kind: 'box', up: -y, half: [x, y, z] };
    }
    case 'floor':
      return { kind: 'plane' };
    case 'hull':
      return { kind: 'hull' };
    default:
      return undefined;
  }
}

/** The shape of a body that is one, in the place where it stands; `path` is where the scene says so. */
export function shapeOf(body: ScenePrimitive, path: string): Shape | undefined {
  const always = body.kind === 'capsule' || body.kind === 'box' || body.kind === 'hull';
  if (!always && !('convex' in body && body.convex)) return undefined;
  if (body.kind === 'cube' && (body.rounding ?? 0) > 0) {
    throw new SceneError(
      `${path}.rounding`,
      'a convex cube has sharp edges; leave it out, or convex',
    );
  }
  const own = ownShape(body);
  if (!own) return undefined;
  const [x, y, z] = (body.rotate ?? [0, 0, 0]).map(rad);
  return {
    kind: KIND[own.kind],
    center: [...placePoints([0, own.up ?? 0, 0], body)] as Vec3,
    rotation: mul(turnZ(z), turnY(y), turnX(x)),
    radius: own.radius ?? 0,
    half: own.half ?? [0, 0, 0],
  };
}
