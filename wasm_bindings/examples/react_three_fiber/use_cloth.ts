// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloth in React Three Fiber: two hooks to copy. A world lives as long as the component that uses it, and lets the time
// of the pictures pass; a cloth is a mesh for <primitive object={...}>.
import { useFrame } from '@react-three/fiber';
import { useEffect, useState } from 'react';
import type { BufferGeometry, Material } from 'three';
import { Weft, type GeometryClothOptions, type World, type WorldOptions } from 'weft-cloth';
import { ClothMesh } from 'weft-cloth/three';

/** A world with the options of the first call; null until the module is loaded. */
export function useWorld(options?: WorldOptions): World | null {
  const [world, setWorld] = useState<World | null>(null);
  const [first] = useState(options);
  useEffect(() => {
    let weft: Weft | null = null;
    let isGone = false; // React may leave before the module has come
    void Weft.load().then((loaded) => {
      if (isGone) return;
      weft = loaded;
      setWorld(loaded.createWorld(first));
    });
    return () => {
      isGone = true;
      setWorld(null);
      weft?.dispose();
    };
  }, [first]);
  useFrame((_, seconds) => {
    if (world && !world.isDisposed) world.advance(seconds);
  }, -1); // before the meshes are updated
  return world;
}

/** A mesh that shows a cloth made of a geometry; null until the world is there. Keep what is passed in `useMemo`. */
export function useCloth(
  world: World | null,
  geometry: BufferGeometry,
  material: Material,
  options?: GeometryClothOptions,
): ClothMesh | null {
  const [mesh, setMesh] = useState<ClothMesh | null>(null);
  useEffect(() => {
    if (!world) return;
    const cloth = world.addCloth(geometry, options);
    const made = new ClothMesh(cloth, material);
    setMesh(made);
    return () => {
      setMesh(null);
      made.dispose();
      if (!world.isDisposed) world.removeCloth(cloth);
    };
  }, [world, geometry, material, options]);
  useFrame(() => {
    if (world && !world.isDisposed) mesh?.update();
  });
  return mesh;
}
