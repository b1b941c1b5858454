// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A scene of React Three Fiber with a cloth in it.
import { Canvas, useFrame } from '@react-three/fiber';
import { createRoot } from 'react-dom/client';
import { TableCloth } from '../../wasm_bindings/examples/react_three_fiber/table_cloth';

const stage = document.getElementById('stage')!;
let frames = 0;

/** Counts the pictures, for whoever watches the page. */
function Counted() {
  useFrame(() => {
    stage.dataset.frames = String(++frames);
  });
  return null;
}

if (!document.createElement('canvas').getContext('webgl2')) {
  throw new Error('this browser has no WebGL 2, which React Three Fiber needs');
}
createRoot(stage).render(
  <Canvas shadows camera={{ position: [1, 0.8, 1.5], fov: 35 }}>
    <hemisphereLight args={['#eef2ff', '#a79b8a', 1.5]} />
    <directionalLight castShadow position={[1.5, 3, 2]} intensity={2.4} />
    <TableCloth />
    <Counted />
  </Canvas>,
);
