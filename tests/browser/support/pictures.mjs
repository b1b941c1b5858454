// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What is on a screenshot. The browser that took it decodes it too.

/** Red, green, blue and cover of every pixel of a PNG file, 0..255, from the upper left. */
export async function pixelsOf(page, png) {
  return Buffer.from(await page.evaluate(decode, png.toString('base64')), 'base64');
}

/** Brightness of every pixel, 0..255. */
export function brightness(pixels) {
  return Array.from({ length: pixels.length / 4 }, (_, i) =>
    Math.round(0.3 * pixels[4 * i] + 0.59 * pixels[4 * i + 1] + 0.11 * pixels[4 * i + 2]),
  );
}

/** How much two pictures of one size differ, of 255, in the mean. */
export function meanDifference(a, b) {
  return a.reduce((sum, value, i) => sum + Math.abs(value - b[i]), 0) / a.length;
}

const COLOURS = {
  red: (r, g, b) => r > 80 && r > 1.4 * g && r > 1.6 * b,
  blue: (r, g, b) => b > 50 && b > 1.35 * r && b > 1.15 * g,
  yellow: (r, g, b) => r > 200 && g > 170 && b < 110,
  slate: (r, g, b) => b > 1.06 * r && b > g && r > 35 && b < 190,
  skin: (r, g, b) => r > 120 && r > 1.15 * g && g > 1.05 * b,
  hair: (r, g, b) => r < 130 && r > 20 && r > 1.12 * g && g >= b,
};

/** Share of the pixels, 0..1, that have a colour. */
export function shareOf(pixels, colour) {
  const has = COLOURS[colour];
  let count = 0;
  for (let k = 0; k < pixels.length; k += 4) {
    if (has(pixels[k], pixels[k + 1], pixels[k + 2])) count++;
  }
  return count / (pixels.length / 4);
}

/** Runs in the page. */
async function decode(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  let text = '';
  for (let k = 0; k < data.length; k += 8192)
    text += String.fromCharCode(...data.subarray(k, k + 8192));
  return btoa(text);
}
