// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Links: what goes in comes out, and whatever else arrives gives one sentence.
import { deflateSync } from 'fflate';
import { checkScene } from 'weft-scenes';
import { methodsOf, STAGES } from 'weft-scenes/cook/methods';
import { describe, expect, it } from 'vitest';
import { decodeBase64url, encodeBase64url } from '../src/share/base64url';
import { decodeLink, encodeLink, isSharedFragment, LinkError } from '../src/share/link';

const shared = {
  scene: { name: 'try-on', cloths: [], timeline: [{ at: 12, do: 'wind', value: [0, 0, 2.5] }] },
  step: 312,
  hash: '0123456789abcdef',
  look: 'clay.gingham',
};

/** A small generator with a fixed seed, so that noise is the same noise every time. */
function noise(count: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(count);
  for (let i = 0, x = seed; i < count; i++) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    bytes[i] = x >>> 24;
  }
  return bytes;
}

function sentence(fragment: string): string {
  try {
    decodeLink(fragment);
  } catch (error) {
    expect(error).toBeInstanceOf(LinkError);
    return (error as Error).message;
  }
  return '';
}

describe('base64url', () => {
  it('returns every length and byte', () => {
    for (let n = 0; n < 70; n++)
      expect(decodeBase64url(encodeBase64url(noise(n, n)))).toEqual(noise(n, n));
  });

  it('agrees with a known encoding', () => {
    expect(encodeBase64url(new Uint8Array([0xfb, 0xff, 0xfe]))).toBe('-__-');
  });

  it('refuses foreign letters and impossible lengths', () => {
    expect(decodeBase64url('ab+c')).toBeNull();
    expect(decodeBase64url('abcde')).toBeNull();
  });
});

/** Every parameter of a method away from its usual value: by name where its values have names. */
function unusual({ name, parameters }: ReturnType<typeof methodsOf>[number]) {
  const values = parameters.map(({ name: key, choices, names, usual, low, high, whole }) => {
    const other = (choices as readonly number[]).findIndex((choice) => choice !== usual);
    const middle = whole ? Math.floor((low + high) / 2) : (low + high) / 2;
    return [key, other < 0 ? middle : (names[other] ?? choices[other])];
  });
  return { name, ...Object.fromEntries(values) };
}

describe('link', () => {
  it('carries every method with every parameter', () => {
    for (const method of STAGES.flatMap(methodsOf)) {
      const methods = { [method.stage]: unusual(method) };
      const cloths = [{ kind: 'grid', size: [1, 1], columns: 3, rows: 3 }];
      const scene = { name: 'sheet', methods, cloths };
      const back = decodeLink(encodeLink({ ...shared, scene })).scene;
      expect(checkScene(back).methods).toEqual(methods);
    }
  });

  it('goes round', () => {
    const fragment = encodeLink(shared);
    expect(isSharedFragment(fragment)).toBe(true);
    expect(fragment).toMatch(/^#scene=[A-Za-z0-9_-]+&step=312&hash=0123456789abcdef&look=/);
    expect(decodeLink(fragment)).toEqual(shared);
  });

  it('says so wherever it is cut', () => {
    const fragment = encodeLink(shared);
    const upToHash = fragment.indexOf('&look');
    for (let n = 1; n < upToHash; n++) {
      expect(sentence(fragment.slice(0, n)), `cut at ${n}`).toMatch(/^The link is cut off: .+\./);
    }
  });

  it('survives noise', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const scene = encodeBase64url(noise(1 + seed * 7, seed));
      const text = sentence(`#scene=${scene}&step=1&hash=0123456789abcdef`);
      expect(text).toMatch(/^The link is (cut off|damaged|refused): /);
    }
    expect(sentence('#scene=%%%&step=1&hash=0')).toMatch(/damaged/);
  });

  it('survives one flipped letter anywhere', () => {
    const fragment = encodeLink(shared);
    for (let i = 7; i < fragment.indexOf('&'); i++) {
      const other = fragment[i] === 'A' ? 'B' : 'A';
      const broken = fragment.slice(0, i) + other + fragment.slice(i + 1);
      try {
        decodeLink(broken);
      } catch (error) {
        expect(error).toBeInstanceOf(LinkError);
      }
    }
  });

  it('refuses a link of 1 MB without unpacking it', () => {
    const before = performance.now();
    expect(sentence(`#scene=${'A'.repeat(1 << 20)}`)).toMatch(/too long/);
    expect(performance.now() - before).toBeLessThan(50);
  });

  it('stops a small link that unpacks to 100 MB', () => {
    const bomb = encodeBase64url(deflateSync(new Uint8Array(1e8), { level: 9 }));
    expect(bomb.length).toBeLessThan(200_000);
    expect(sentence(`#scene=${bomb}&step=1&hash=0123456789abcdef`)).toMatch(/refused: .*unpacks/);
  });

  it('refuses a step that would take for ever', () => {
    const far = encodeLink({ ...shared, step: 4_000_000_000 });
    expect(sentence(far)).toMatch(/refused: step 4000000000/);
  });

  it('does not write a link that it would not open', () => {
    const scene = { timeline: Array.from(noise(400_000, 3), (value) => ({ value })) };
    expect(() => encodeLink({ ...shared, scene })).toThrow(LinkError);
  });
});
