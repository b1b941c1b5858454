// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Runs before everything else, in any browser and from file://, and says plainly what is missing.
(function () {
  'use strict';

  // A module with one function that uses a 128-bit constant.
  var SIMD = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253,
    15, 253, 98, 11,
  ];

  function hasWebGL2() {
    try {
      return !!document.createElement('canvas').getContext('webgl2');
    } catch (error) {
      return false;
    }
  }

  function hasSimd() {
    try {
      return WebAssembly.validate(new Uint8Array(SIMD));
    } catch (error) {
      return false;
    }
  }

  function problem() {
    if (location.protocol === 'file:') {
      return 'This page was opened as a file, and browsers do not let a file load its parts. Start a server with ./run.sh and open the address that it prints.';
    }
    if (typeof WebAssembly === 'undefined' || !hasSimd()) {
      return 'This browser cannot run WebAssembly SIMD, which computes the cloth. Update the browser: Chrome 91, Firefox 89 and Safari 16.4 are new enough.';
    }
    if (typeof Worker === 'undefined') {
      return 'This browser does not allow workers, in which the cloth is computed. Allow them for this page, or open it in another browser.';
    }
    if (!hasWebGL2()) {
      return 'This browser does not offer WebGL 2, which draws the cloth. Switch on hardware acceleration in its settings, or open the page in another browser.';
    }
    return '';
  }

  var sentence = problem();
  if (!sentence) return;
  window.weftBlocked = sentence;
  document.addEventListener('DOMContentLoaded', function () {
    var box = document.getElementById('blocked');
    box.textContent = sentence;
    box.hidden = false;
  });
})();
