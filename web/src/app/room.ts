// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How much room what is worn needs between two parts of a body, as the cook's pinch map counts it.
import type { Scene, SceneGarment } from 'weft-scenes';
import { fabricPreset } from 'weft-scenes/cloth/fabric';
import { resolveWorld } from 'weft-scenes/cook/methods';
import { roomBetween } from 'weft-scenes/pinch/room';
import { FABRICS, type FabricName } from '../choices';

/** Metres of room. The garments are of these fabrics, where they were changed since. */
export function roomOf(scene: Scene, fabrics: (FabricName | undefined)[] = []): number {
  const garments = scene.cloths.filter((c): c is SceneGarment => c.kind === 'garment');
  return roomBetween(
    resolveWorld(scene).contactRadius,
    garments.map((g, i) => thickness(fabrics[i] ?? g.fabric)),
  );
}

function thickness(fabric: SceneGarment['fabric']): number {
  const name = typeof fabric === 'object' ? fabric.preset : fabric;
  const own = typeof fabric === 'object' ? fabric.thickness : undefined;
  return own ?? fabricPreset(name ?? FABRICS[0].value).thickness;
}
