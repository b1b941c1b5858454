// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Shows the page's own import map and script.
document.getElementById('map').textContent = document
  .querySelector('script[type=importmap]')
  .textContent.replace(/^ {6}/gm, '')
  .trim();
const text = await (await fetch('./import_map.js')).text();
document.getElementById('source').textContent = text.replace(/^(\/\/.*\n)+/, '').trim();
