// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Adds a character, or its proxy, to a world.
import * as check from '../../checks.js';
import { WeftError } from '../../error.js';
import { soundPose } from '../../follow_origin.js';
import type { World } from '../../world.js';
import { Character, type CharacterOptions } from './character.js';
import { objectPose } from './object_pose.js';
import { listOf } from './patterns.js';
import { BodyProxy } from './proxy.js';
import type { RepairOptions } from './repair.js';
import { pad, readSkin, type Padding } from './skin.js';
import { requireNoRepairs, soundSurface } from './sound_surface.js';
import type { Object3D } from 'three';

/** Options of `BodyCollider.fromObject3D`. */
export interface ObjectColliderOptions extends CharacterOptions {
  /** Mend what cannot be a body, default true; `collider.repairs` says what was done. With false it is refused. */
  repair?: boolean | RepairOptions;
  /** A closed surface round the character instead of its own: `await BodyCollider.proxyOf(root)`. */
  proxy?: BodyProxy;
  /** Parts to make thicker or thinner, such as hands that would pinch cloth at the hips. */
  pad?: Padding | readonly Padding[];
  /** Multiplies the fabric's friction. */
  friction?: number;
  /** Default: the object's. */
  name?: string;
}

const OBJECT_OPTIONS = ['exclude', 'within', 'repair', 'proxy', 'pad', 'friction', 'name'];
const THICKEST = 1; // m

function readPaddings(given: ObjectColliderOptions['pad']): readonly Padding[] {
  return listOf(given).map((each, i) => {
    const { by } = check.options(`pad[${i}]`, each, ['part', 'by']);
    check.oneNumber(`pad[${i}].by`, by, { least: -THICKEST, most: THICKEST });
    return each;
  });
}

function checkRepair(repair: boolean | RepairOptions): void {
  if (typeof repair === 'boolean') {
    return;
  }
  const numbers = check.options('repair', repair, ['tolerance', 'thickness']);
  for (const [name, value] of Object.entries(numbers)) {
    if (value !== undefined) {
      check.oneNumber(`repair.${name}`, value, { least: 0, most: THICKEST });
    }
  }
}

/** Makes the body of an object and what follows its pose. */
export function addObject(world: World, root: Object3D, options: ObjectColliderOptions) {
  check.options('options', options, OBJECT_OPTIONS);
  const { repair = true, proxy, friction, name = root?.name } = options;
  const paddings = readPaddings(options.pad);
  checkRepair(repair);
  if (proxy !== undefined && !(proxy instanceof BodyProxy)) {
    check.refuse(
      'proxy',
      `${check.shown(proxy)} is none; await BodyCollider.proxyOf(root) makes one`,
    );
  }
  const character = proxy?.characterOf(root) ?? new Character(root, options);
  const mended = proxy ?? mend(character, repair, name);
  const { surface, repairs } = mended;
  pad(character, surface, paddings);
  const pose = soundPose(objectPose(character, surface));
  const body = world.addBody({
    positions: Float32Array.from(surface.positions),
    indices: Uint32Array.from(surface.triangles),
    ...readSkin(character, surface.blends),
    boneHeads: new Float32Array(3 * character.slots.length),
    friction,
    name,
  });
  const bones = character.slots.map(({ object }) => object);
  return { body, repairs, bones, pose };
}

function mend(character: Character, repair: boolean | RepairOptions, name: string) {
  const mended = soundSurface(character, typeof repair === 'object' ? repair : {});
  if (!repair) {
    requireNoRepairs(name, mended.repairs);
  }
  const { faults, surface } = mended;
  if (faults.edges + faults.slivers > 0 || surface.triangles.length === 0) {
    throw new WeftError(
      'WEFT_ERROR_OPEN_BODY',
      `"${name}" cannot be repaired: ` +
        (surface.triangles.length === 0
          ? 'it encloses nothing'
          : `${faults.edges} edges and ${faults.slivers} triangles stay unsound`) +
        '. Pass a proxy: `proxy: await BodyCollider.proxyOf(root)`.',
      'root',
    );
  }
  return mended;
}
