// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The hooks for React Three Fiber: a cloth as <primitive>, time from its frames, nothing left behind. They run on the
// built package, as in a program of their own, with a renderer that draws nothing.
import { act, advance, createRoot, extend } from '@react-three/fiber';
import { StrictMode } from 'react';
import type { World } from 'weft-cloth';
import * as THREE from 'three';
import { expect, test, vi } from 'vitest';
import { ClothMesh } from '../dist/three/index.js';
import { TableCloth } from '../examples/react_three_fiber/table_cloth';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
extend(THREE as never); // as <Canvas> does

const listening = { addEventListener() {}, removeEventListener() {} };
const renderer = () => ({
  render() {},
  setSize() {},
  setPixelRatio() {},
  dispose() {},
  shadowMap: {},
  xr: listening,
});

test.each([false, true])('a cloth falls in a scene of components (strict: %s)', async (strict) => {
  const root = createRoot({ ...listening, width: 200, height: 200 } as never);
  await root.configure({
    gl: renderer as never,
    frameloop: 'never',
    size: { width: 200, height: 200, top: 0, left: 0 },
  });
  const table = <TableCloth />;
  const store = await act(async () =>
    root.render(strict ? <StrictMode>{table}</StrictMode> : table),
  );
  const cloths = () =>
    store.getState().scene.children.filter((object) => object instanceof ClothMesh);
  while (cloths().length === 0) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  }
  expect(cloths()).toHaveLength(1);
  const [mesh] = cloths();
  expect([mesh.name, mesh.castShadow]).toEqual(['table cloth', true]);
  const { world } = mesh.cloth as unknown as { world: World };
  expect([world.bodies.length, world.cloths.length]).toEqual([1, 1]);
  const before = mesh.geometry.attributes.position.getY(0);
  for (let picture = 1; picture <= 41; ++picture) {
    await act(async () => advance(picture / 120));
  }
  expect(world.stepCount).toBeGreaterThanOrEqual(20);
  expect(world.stepCount).toBeLessThanOrEqual(21);
  expect(mesh.geometry.attributes.position.getY(0)).toBeLessThan(before - 0.01);
  await act(async () => root.unmount());
  expect(world.isDisposed).toBe(true);
});
