// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Icons as single paths on a 24 x 24 grid, drawn in the colour of the text.

const PATHS = {
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M7 5.5h3.5v13H7zM13.5 5.5H17v13h-3.5z',
  step: 'M6 5.5v13l8.5-6.5zM16 5.5h2.5v13H16z',
  restart: 'M12 5a7 7 0 1 1-6.7 5h2.1A5 5 0 1 0 12 7v3L7.5 6 12 2z',
  share: 'M14 4h6v6h-2V7.4l-7.3 7.3-1.4-1.4L16.6 6H14zM5 6h6v2H6.5v9.5H16V13h2v6.5H4.5V6z',
  help: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zm0 2a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm-1 10h2v2h-2zm1-8a3.3 3.3 0 0 1 1.6 6.2c-.5.3-.6.5-.6.8h-2c0-1.4.7-2.1 1.5-2.6A1.3 1.3 0 1 0 10.7 10.3h-2A3.3 3.3 0 0 1 12 7z',
  chart: 'M5 19v-7h3v7zm5.5 0V5h3v14zM16 19v-10h3v10z',
  close:
    'M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4L12 13.4 6.4 19 5 17.6 10.6 12 5 6.4z',
  held: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zm0 2a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm0 3.2a3.8 3.8 0 1 1 0 7.6 3.8 3.8 0 0 1 0-7.6z',
  up: 'M12 8.2 19 15.2 17.6 16.6 12 11 6.4 16.6 5 15.2z',
} as const;

export type IconName = keyof typeof PATHS;

const SVG = 'http://www.w3.org/2000/svg';

/** Makes an icon that screen readers skip. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}
