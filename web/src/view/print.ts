// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The dye and the print of a fabric, drawn on one square of cloth that repeats. The square lives in material
// coordinates, so a stripe runs along the warp of each panel and breaks at the seams, as on real clothes.
import type { PrintName } from '../choices';
import { hash2, valueNoise } from './noise';

/** Edge of the square that repeats, m. */
export const PRINT_SIZE = 0.24;

type Canvas2D = CanvasRenderingContext2D;

/** Draws cloth of one colour with a print on a new canvas of `pixels` x `pixels`. */
export function drawPrint(
  dyed: Mottle,
  hex: string,
  print: PrintName,
  pixels: number,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = pixels;
  const pen = canvas.getContext('2d', { willReadFrequently: true })!;
  pen.fillStyle = hex;
  pen.fillRect(0, 0, pixels, pixels);
  PAINTERS[print](pen, pixels, hex);
  mottle(pen, pixels, dyed);
  return canvas;
}

/** A colour that goes with the dye: light on dark cloth, dark on light cloth. */
export function partner(hex: string, amount: number): string {
  const n = parseInt(hex.slice(1), 16);
  const rgb = [n >> 16, (n >> 8) & 255, n & 255];
  const light = 0.3 * rgb[0] + 0.59 * rgb[1] + 0.11 * rgb[2] > 150;
  const target = light ? [58, 70, 92] : [246, 240, 228];
  return `rgb(${rgb.map((c, i) => Math.round(c + (target[i] - c) * amount)).join(' ')})`;
}

const PAINTERS: Record<PrintName, (pen: Canvas2D, size: number, hex: string) => void> = {
  plain: () => {},
  stripes(pen, size, hex) {
    pen.fillStyle = partner(hex, 0.85);
    for (let i = 0; i < 8; i++) pen.fillRect((i / 8) * size, 0, size / 22, size);
  },
  gingham(pen, size, hex) {
    pen.fillStyle = partner(hex, 0.88);
    pen.fillRect(0, 0, size, size);
    pen.fillStyle = hex;
    pen.globalAlpha = 0.62;
    for (let i = 0; i < 8; i++) {
      pen.fillRect((i / 8) * size, 0, size / 16, size);
      pen.fillRect(0, (i / 8) * size, size, size / 16);
    }
    pen.globalAlpha = 1;
  },
  dots(pen, size, hex) {
    pen.fillStyle = partner(hex, 0.9);
    for (let j = 0; j < 8; j++) {
      for (let i = 0; i < 4; i++)
        dot(pen, ((i + (j % 2) / 2 + 0.25) / 4) * size, ((j + 0.5) / 8) * size, size / 52);
    }
  },
  tartan(pen, size, hex) {
    const bands: [number, number, string, number][] = [
      [0, 0.1, partner(hex, 0.75), 0.45],
      [0.25, 0.16, '#14161c', 0.5],
      [0.31, 0.04, partner(hex, 1), 0.75],
      [0.6, 0.05, '#d9a441', 0.6],
      [0.8, 0.08, '#14161c', 0.45],
    ];
    for (const [from, width, colour, alpha] of bands) {
      pen.fillStyle = colour;
      pen.globalAlpha = alpha;
      pen.fillRect(from * size, 0, width * size, size);
      pen.fillRect(0, from * size, size, width * size);
    }
    pen.globalAlpha = 1;
  },
  leaves(pen, size, hex) {
    pen.fillStyle = partner(hex, 0.8);
    for (let k = 0; k < 16; k++) {
      const x = ((k % 4) + 0.5 + 0.5 * (Math.floor(k / 4) % 2)) / 4;
      const y = (Math.floor(k / 4) + 0.5) / 4;
      sprig(pen, x * size, y * size, size / 22, 6.28 * hash2(k, 9), size);
    }
  },
};

function dot(pen: Canvas2D, x: number, y: number, radius: number): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}

/** A stem with five leaves, drawn also across the borders of the square. */
function sprig(pen: Canvas2D, x: number, y: number, r: number, turn: number, size: number): void {
  for (const dx of [-size, 0, size]) {
    for (const dy of [-size, 0, size]) {
      pen.save();
      pen.translate(x + dx, y + dy);
      pen.rotate(turn);
      for (const [at, side] of [
        [0, 0],
        [-0.5, 1],
        [-0.5, -1],
        [0.4, 1],
        [0.4, -1],
      ])
        leaf(pen, r, at, side);
      pen.fillRect(-r * 1.3, -r * 0.04, r * 1.6, r * 0.08);
      pen.restore();
    }
  }
}

function leaf(pen: Canvas2D, r: number, at: number, side: number): void {
  pen.save();
  pen.translate(at * r, 0);
  pen.rotate(side * 0.95);
  pen.beginPath();
  pen.ellipse(r * 0.6, 0, r * 0.52, r * 0.2, 0, 0, 2 * Math.PI);
  pen.fill();
  pen.restore();
}

/** Mottling of the dye at the scale of a hand. */
export interface Mottle {
  /** Cells of the noise in one square, across the warp and along it. */
  across: number;
  along: number;
  depth: number;
  /** Both ways, as slubs are. */
  crossed?: boolean;
}

/** Mottles the drawing. */
function mottle(pen: Canvas2D, pixels: number, { across, along, depth, crossed }: Mottle): void {
  const image = pen.getImageData(0, 0, pixels, pixels);
  for (let y = 0, k = 0; y < pixels; y++) {
    for (let x = 0; x < pixels; x++, k += 4) {
      const u = x / pixels;
      const v = y / pixels;
      const a = valueNoise(u * across, v * along, across, along);
      const b = valueNoise(u * along, v * across, along, across);
      const noise = crossed ? Math.max(a, b) : a;
      const factor = 1 + depth * (0.5 - noise);
      for (let c = 0; c < 3; c++) image.data[k + c] = Math.min(255, image.data[k + c] * factor);
    }
  }
  pen.putImageData(image, 0, 0);
}
