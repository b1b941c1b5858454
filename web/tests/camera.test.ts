// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Views as words and as ways, the place that panels leave, and how far the camera has to be to fill it.
import * as THREE from 'three';
import { describe, expect, it, vi } from 'vitest';
import { CameraRig } from '../src/view/camera_rig';
import {
  CLOSENESS,
  FIRST_VIEW,
  readView,
  viewBetween,
  viewFrom,
  writeView,
} from '../src/view/camera_view';
import { projectedPlace, reachOf } from '../src/view/framing';
import { freePlace, overlaps } from '../src/view/free_place';

describe('a view', () => {
  const view = { azimuth: 2.1, elevation: -0.05, closeness: 3.25, pan: [0.1, -0.42, 0] } as const;
  const own = { ...view, pan: [...view.pan] as [number, number, number] };

  it('goes through a link', () => {
    const word = writeView(own);
    expect(word).toBe('120.3_-2.9_3.25_100_-420_0');
    expect(encodeURIComponent(word)).toBe(word);
    expect(writeView(readView(word)!)).toBe(word);
    expect(writeView({ ...own, azimuth: 2.1 + 4 * Math.PI })).toBe(word);
  });

  it('is read with care', () => {
    const words = [
      '',
      'x',
      '1_2_3',
      '1_2_3_4_5_6_7',
      'NaN_0_1_0_0_0',
      '1_2_3_4_5_',
      '1e9_0_1_0_0_0',
    ];
    for (const word of words) expect(readView(word), word).toBeNull();
    expect(readView('0_90_9999_9999_0_-9999')).toMatchObject({
      closeness: CLOSENESS.most,
      pan: [1.2, 0, -1.2],
    });
    expect(readView('0_0_0_0_0_0')!.closeness).toBe(CLOSENESS.least);
  });

  it('goes to another by the shorter way round', () => {
    const [left, right] = [viewFrom('back'), { ...FIRST_VIEW, azimuth: -2.6 }];
    expect(viewBetween(left, right, 0.5).azimuth).toBeGreaterThan(Math.PI);
    expect(viewBetween(FIRST_VIEW, { ...FIRST_VIEW, closeness: 4 }, 0.5).closeness).toBeCloseTo(2);
    expect(viewBetween(left, right, 0)).toEqual(left);
  });
});

describe('the camera', () => {
  const box = new THREE.Box3(new THREE.Vector3(-0.4, 0, -0.3), new THREE.Vector3(0.4, 1.7, 0.3));

  it('has the view of a link before the scene is drawn, so that sharing it at once keeps it', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    const rig = new CameraRig(null as unknown as HTMLCanvasElement, () => {});
    vi.unstubAllGlobals();
    const view = readView('90_20_1.4_50_0_0')!;
    expect(rig.ownView).toBeNull();
    rig.await(view);
    expect(rig.ownView).toEqual(view);
    rig.setBounds(box);
    expect(rig.ownView).toEqual(view);
    rig.await(null);
    expect(rig.ownView).toBeNull();
  });
});

describe('the free place', () => {
  const room = { left: 0, top: 0, right: 1000, bottom: 800 };

  it('is all where nothing is', () => {
    expect(freePlace(room, [], 0.6)).toEqual(room);
  });

  it('lies beside what stands in the corner, or under it, whichever is larger', () => {
    const corner = { left: 20, top: 20, right: 300, bottom: 200 };
    expect(freePlace(room, [corner], 0.6)).toEqual({ ...room, left: 300 });
    const narrow = { ...room, right: 400 };
    expect(freePlace(narrow, [corner], 0.6)).toEqual({ ...narrow, top: 200 });
  });

  it('stays near the middle when the edge is only a little roomier', () => {
    const wide = { left: 0, top: 0, right: 1280, bottom: 720 };
    const corner = { left: 18, top: 18, right: 325, bottom: 90 };
    const panel = { left: 872, top: 0, right: 1280, bottom: 720 };
    const buttons = { left: 432, top: 600, right: 840, bottom: 702 };
    const place = freePlace(wide, [corner, panel, buttons], 0.62);
    expect(place).toEqual({ left: 325, top: 0, right: 872, bottom: 600 });
  });

  it('never overlaps, and takes all when all is covered', () => {
    const covered = [
      { left: 20, top: 20, right: 300, bottom: 60 },
      { left: 650, top: 0, right: 1000, bottom: 780 },
      { left: 100, top: 700, right: 640, bottom: 790 },
    ];
    const place = freePlace(room, covered, 0.6);
    expect(covered.some((c) => overlaps(place, c))).toBe(false);
    expect(place).toEqual({ left: 0, top: 60, right: 650, bottom: 700 });
    expect(freePlace(room, [room], 0.6)).toEqual(room);
  });
});

describe('framing', () => {
  it('fills the place and stays within it, from every side', () => {
    const box = new THREE.Box3(new THREE.Vector3(-0.5, 0, -0.3), new THREE.Vector3(0.5, 1.7, 0.4));
    const size = { width: 400, height: 600 };
    const focus = size.height / 2 / Math.tan(THREE.MathUtils.degToRad(13));
    for (const azimuth of [0, 0.5, 1.6, 3.1, -2]) {
      const view = { ...FIRST_VIEW, azimuth };
      const reach = reachOf(box, view, { focus, ...size });
      const camera = new THREE.PerspectiveCamera(26, size.width / size.height, 0.05, 60);
      const centre = box.getCenter(new THREE.Vector3());
      camera.position
        .setFromSphericalCoords(reach, Math.PI / 2 - view.elevation, azimuth)
        .add(centre);
      camera.lookAt(centre);
      camera.updateMatrixWorld();
      const { left, top, right, bottom } = projectedPlace(box, camera, size);
      const most = Math.max(-left, -top, right - size.width, bottom - size.height);
      expect(most, `from ${azimuth}`).toBeCloseTo(0, 1);
    }
  });
});
