// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Peirce's strip: D theta'' = -w (L - s) cos theta, clamped level at s = 0, free at s = L (Peirce 1930).

/**
 * Where the free end of a strip of length 1 is whose weight over its rigidity, w L^3 / D, is `load`. By shooting: the
 * curvature at the clamp is bisected until the free end has none.
 */
export function heavyElastica(load: number): { reach: number; drop: number } {
  let [low, high] = [0, load];
  for (let i = 0; i < 60; ++i) {
    const middle = (low + high) / 2;
    bend(load, middle).curvature > 0 ? (high = middle) : (low = middle);
  }
  return bend(load, low);
}

function bend(load: number, clampCurvature: number) {
  const steps = 2000;
  const ds = 1 / steps;
  let [angle, curvature, reach, drop] = [0, clampCurvature, 0, 0];
  for (let i = 0; i < steps; ++i) {
    const halfAngle = angle + (ds / 2) * curvature;
    const s = (i + 0.5) * ds;
    curvature -= ds * load * (1 - s) * Math.cos(halfAngle);
    angle = halfAngle + (ds / 2) * curvature;
    reach += ds * Math.cos(halfAngle);
    drop += ds * Math.sin(halfAngle);
  }
  return { curvature, reach, drop };
}
