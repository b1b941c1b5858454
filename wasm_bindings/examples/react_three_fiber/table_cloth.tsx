// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A sheet that falls on a ball, inside a <Canvas shadows>.
import { useEffect, useMemo } from 'react';
import { DoubleSide, MeshStandardMaterial, PlaneGeometry, SphereGeometry } from 'three';
import { useCloth, useWorld } from './use_cloth';

const FABRIC = { fabric: 'cotton', name: 'table cloth' };

export function TableCloth() {
  const world = useWorld();
  const ball = useMemo(() => new SphereGeometry(0.3, 32, 24), []);
  const sheet = useMemo(
    () => new PlaneGeometry(1, 1, 24, 24).rotateX(-Math.PI / 2).translate(0, 0.4, 0),
    [],
  );
  const red = useMemo(() => new MeshStandardMaterial({ color: 'firebrick', side: DoubleSide }), []);
  useEffect(() => {
    world?.addBody(ball);
  }, [world, ball]);
  const cloth = useCloth(world, sheet, red, FABRIC);
  return (
    <>
      <mesh geometry={ball} receiveShadow>
        <meshStandardMaterial color="white" />
      </mesh>
      {cloth && <primitive object={cloth} castShadow />}
    </>
  );
}
