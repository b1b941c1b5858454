// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Hems, bands and seams are found where the pattern has them, in its own millimetres.
import { cook, FINISHES, type Avatar } from 'weft-scenes';
import { readFileSync } from 'node:fs';
import { AVATAR_FILE, buildAvatar, loadAvatarAsset } from 'weft-scenes/avatar';
import { beforeAll, describe, expect, it } from 'vitest';
import { sectionOf } from '../src/workers/cooked_sections';
import { findEdges, type GarmentEdges } from '../src/workers/garment_edges';

/** A sheet of `columns` by `rows` vertices, `step` m apart. */
function sheet(columns: number, rows: number, step: number) {
  const material: number[] = [];
  const triangles: number[] = [];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      material.push(c * step, r * step);
      const a = r * columns + c;
      if (r + 1 < rows && c + 1 < columns)
        triangles.push(a, a + 1, a + columns, a + 1, a + columns + 1, a + columns);
    }
  }
  return { material: Float32Array.from(material), triangles: Uint32Array.from(triangles) };
}

const place = (edges: GarmentEdges, v: number) => [...edges.places.subarray(4 * v, 4 * v + 4)];

describe('edges of a sheet', () => {
  it('are hems, at their distance in mm, and long as the sheet is', () => {
    const flat = sheet(11, 6, 0.02);
    const edges = findEdges({ ...flat, seams: new Uint32Array(0), finishes: [] });
    expect(edges.open.length / 2).toBe(2 * 10 + 2 * 5);
    const [distance, along, seam] = place(edges, 1 * 11 + 4);
    expect(distance).toBeCloseTo(20, 3);
    expect(seam).toBeGreaterThan(70); // far from any
    const [, next] = place(edges, 1 * 11 + 5);
    expect(Math.abs(next - along)).toBeCloseTo(20, 3);
    expect(place(edges, 2 * 11 + 5)[0]).toBeCloseTo(40, 3);
    expect(Math.max(...edges.kinds)).toBe(0);
  });

  it('that are sewn to each other are seams, of which one side is stitched', () => {
    const columns = 11;
    const flat = sheet(columns, 6, 0.02);
    const seams = Uint32Array.from(
      [0, 1, 2, 3, 4, 5].flatMap((r) => [r * columns, r * columns + 10]),
    );
    const edges = findEdges({ ...flat, seams, finishes: [] });
    expect(edges.open.length / 2).toBe(2 * 10);
    const left = 2 * columns + 1;
    const right = 2 * columns + 9;
    expect(place(edges, left)[2]).toBeCloseTo(20, 3);
    expect(place(edges, right)[2]).toBeCloseTo(20, 3);
    expect(edges.kinds[2 * left + 1] + edges.kinds[2 * right + 1]).toBe(1);
  });
});

describe('edges of garments', () => {
  let woman: Avatar;
  beforeAll(async () => {
    const file = new URL(`../public/assets/avatar/${AVATAR_FILE}`, import.meta.url);
    woman = buildAvatar(await loadAvatarAsset(new Uint8Array(readFileSync(file)).buffer), 'woman');
  });

  function edgesOf(pattern: string) {
    const cloths = [{ kind: 'garment' as const, pattern, resolution: 24 }];
    const bodies = [{ kind: 'avatar' as const, body: 'woman' as const }];
    const { bytes, info } = cook({ name: 'try', bodies, cloths }, { avatar: () => woman });
    const words = (tag: string) => new Uint32Array(sectionOf(bytes, tag, 0)!);
    const material = new Float32Array(sectionOf(bytes, 'CMAT', 0)!);
    const { panelNames, panel, finishes } = info.cloths[0].garment!;
    const edges = findEdges({ material, triangles: words('CTRI'), seams: words('CSEM'), finishes });
    return { edges, material, panelNames, panel, info };
  }

  /** Open length of each finish, mm. */
  function lengths(edges: GarmentEdges, material: Float32Array) {
    const sums: Record<string, number> = { hem: 0, waistband: 0, rib: 0 };
    for (let i = 0; i < edges.open.length; i += 2) {
      const [a, b] = [edges.open[i], edges.open[i + 1]];
      const finish = FINISHES[Math.min(edges.kinds[2 * a], edges.kinds[2 * b])];
      const [dx, dy] = [0, 1].map((c) => material[2 * b + c] - material[2 * a + c]);
      sums[finish] += 1000 * Math.hypot(dx, dy);
    }
    return sums;
  }

  it('skirt: a band round the waist, one hem, a seam at the back', () => {
    const { edges, material, info } = edgesOf('skirt');
    const { hem, waistband, rib } = lengths(edges, material);
    const { waist } = info.cloths[0].garment!.measurements;
    expect(waistband).toBeGreaterThan(waist);
    expect(waistband).toBeLessThan(1.2 * waist);
    expect(hem).toBeGreaterThan(2 * waistband);
    expect(rib).toBe(0);
  });

  it('T-shirt: a rib round the neck, hems at the trunk and at both sleeves', () => {
    const { edges, material, panelNames, panel } = edgesOf('tshirt');
    const { rib, waistband, hem } = lengths(edges, material);
    expect(rib).toBeGreaterThan(450);
    expect(rib).toBeLessThan(900);
    expect(waistband).toBe(0);
    expect(hem).toBeGreaterThan(1000);
    const hemmed = new Set(
      [...edges.open].filter((v) => edges.kinds[2 * v] === 0).map((v) => panelNames[panel[v]]),
    );
    expect([...hemmed].sort()).toEqual(['back', 'front', 'sleeveL', 'sleeveR']);
    const ribbed = new Set(
      [...edges.open].filter((v) => edges.kinds[2 * v] === 2).map((v) => panelNames[panel[v]]),
    );
    expect([...ribbed].sort()).toEqual(['back', 'front']);
  });

  it('trousers: a band round the waist, hems at both legs, nothing else open', () => {
    const { edges, material, info } = edgesOf('trousers');
    const { waistband, hem } = lengths(edges, material);
    const { waist, waistToHips } = info.cloths[0].garment!.measurements;
    expect(waistToHips).toBeGreaterThan(0);
    expect(waistband).toBeGreaterThan(0.9 * waist);
    expect(hem).toBeGreaterThan(500);
    expect(hem).toBeLessThan(1600);
  });

  it('every vertex on an open edge is at no distance from it', () => {
    const { edges } = edgesOf('tshirt');
    for (const v of edges.open) expect(edges.places[4 * v]).toBeLessThan(1e-6);
  });
});
