// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
import { cisFemaleAdult30, cisFemaleAdult40, cisMaleAdult42 } from '@freesewing/models';
import { describe, expect, it } from 'vitest';
import { topology } from '../src/bodies/mesh.js';
import { draft } from '../src/garment/draft.js';
import { meshDraft } from '../src/garment/flat.js';
import { PATTERNS } from '../src/garment/patterns.js';

const MODELS = { F30: cisFemaleAdult30, F40: cisFemaleAdult40, M42: cisMaleAdult42 };
/** The pattern with the design's own default length, as in the study. */
const asStudied = (pattern: string) => {
  const spec = PATTERNS[pattern];
  return pattern === 'trousers' ? { ...spec, options: { lengthBonus: 0.02 } } : spec;
};

// lengths of a study of these designs, measured with other code
const KNOWN: [string, keyof typeof MODELS, string, number, number][] = [
  ['tshirt', 'F30', 'side L', 337.0, 337.0],
  ['tshirt', 'F30', 'shoulder R', 92.7, 92.7],
  ['tshirt', 'F30', 'under sleeve L', 42.8, 42.8],
  ['tshirt', 'F30', 'sleeve cap R', 411.0, 411.9],
  ['tshirt', 'F40', 'side R', 407.4, 407.4],
  ['tshirt', 'F40', 'sleeve cap L', 538.3, 537.0],
  ['tshirt', 'M42', 'under sleeve R', 68.0, 68.0],
  ['tshirt', 'M42', 'sleeve cap R', 586.0, 585.6],
  ['trousers', 'F30', 'outseam L', 992.9, 992.8],
  ['trousers', 'F30', 'inseam R', 756.6, 756.3],
  ['trousers', 'F40', 'front crotch', 378.6, 378.6],
  ['trousers', 'F40', 'back crotch', 378.2, 378.2],
  ['trousers', 'M42', 'outseam R', 1195.4, 1195.4],
  ['trousers', 'M42', 'back crotch', 448.1, 448.1],
];

describe('a drafted pattern', () => {
  it.each(KNOWN)('%s for %s: the seam %s has the known length', (pattern, model, seam, a, b) => {
    const { stitches } = draft(asStudied(pattern), MODELS[model]);
    const found = stitches.find(([name]) => name === seam)!;
    expect(Math.abs(found[1] - a)).toBeLessThan(0.2);
    expect(Math.abs(found[2] - b)).toBeLessThan(0.2);
  });

  it('closes the skirt by equal edges', () => {
    const [[, a, b]] = draft(PATTERNS.skirt, MODELS.F30).stitches;
    expect(Math.abs(a - b)).toBeLessThan(0.01);
  });

  it('names the measurement that is missing', () => {
    const { biceps, ...rest } = cisFemaleAdult30;
    expect(biceps).toBeGreaterThan(0);
    expect(() => draft(PATTERNS.tshirt, rest)).toThrow(/needs the measurements biceps/);
  });
});

describe.each(Object.keys(PATTERNS))('the mesh of a %s', (pattern) => {
  const flat = meshDraft(draft(PATTERNS[pattern], cisFemaleAdult40), 12);
  const points = flat.panels.flatMap((p) => p.points);

  it('has well shaped triangles, all facing outward', () => {
    let smallest = 180;
    for (let t = 0; t < flat.triangles.length; t += 3) {
      for (let k = 0; k < 3; k++) {
        const [a, b, c] = [0, 1, 2].map((i) => points[flat.triangles[t + ((k + i) % 3)]]);
        const [u, v] = [
          [b[0] - a[0], a[1] - b[1]],
          [c[0] - a[0], a[1] - c[1]],
        ];
        const cross = u[0] * v[1] - u[1] * v[0];
        expect(cross).toBeGreaterThan(0);
        const angle = (Math.atan2(cross, u[0] * v[0] + u[1] * v[1]) * 180) / Math.PI;
        smallest = Math.min(smallest, angle);
      }
    }
    expect(smallest).toBeGreaterThan(26);
  });

  it('has one disc a panel', () => {
    const all = flat.triangles;
    flat.panels.forEach((panel, i) => {
      const end = flat.panels[i + 1]?.first ?? flat.vertices;
      const own: number[] = [];
      for (let t = 0; t < all.length; t += 3) {
        if (all[t] < panel.first || all[t] >= end) continue;
        own.push(all[t] - panel.first, all[t + 1] - panel.first, all[t + 2] - panel.first);
      }
      const mesh = { positions: new Float32Array(3 * (end - panel.first)), triangles: own };
      expect(topology(mesh)).toEqual({ euler: 1, closed: false, manifold: true });
    });
  });

  it('pairs its seams edge by edge', () => {
    for (let i = 0; i < flat.seams.length; i += 2) {
      expect(flat.seams[i]).not.toBe(flat.seams[i + 1]);
    }
    expect(flat.seams.length / 2).toBeGreaterThan(40);
    expect(Math.max(...flat.seams)).toBeLessThan(flat.vertices);
  });
});
