// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Runs before everything else, in any browser and from file://, and says plainly what is missing. WebGL is looked for by the
// stage: it takes too long before the first paint.
(function () {
  'use strict';

  // A module with one function that uses a 128-bit constant.
  var SIMD = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253,
    15, 253, 98, 11,
  ];

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
    return '';
  }

  // Made before its text, which a screen reader hears only then.
  function say(sentence, again) {
    var box = document.getElementById('blocked');
    var text = document.createElement('p');
    box.textContent = '';
    box.hidden = false;
    box.appendChild(text);
    text.textContent = sentence;
    // As long as the page is what index.html says, nobody else tells that it no longer loads.
    var late = document.querySelector('.late');
    if (late) late.parentNode.textContent = 'Stopped';
    if (!again) return;
    var button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Load again';
    button.onclick = function () {
      location.reload();
    };
    box.appendChild(button);
  }

  function lacks(file) {
    say(
      'A part of the page could not be loaded: ' +
        file.replace(/^.*\//, '') +
        '. Check the connection, then load the page again; what you chose is kept.',
      true,
    );
  }

  function isSheet(element) {
    return element.tagName === 'LINK' && element.rel === 'stylesheet';
  }

  window.weftSay = say;
  window.weftBlocked = problem();
  if (window.weftBlocked) return say(window.weftBlocked, false);
  addEventListener(
    'error',
    function (event) {
      var element = event.target;
      if (element.tagName === 'SCRIPT' || isSheet(element)) lacks(element.src || element.href);
    },
    true,
  );
  // A sheet that failed before this ran has left its element as if nothing were wrong; the colours are in it.
  var styles = getComputedStyle(document.documentElement);
  if (!styles.getPropertyValue('--backdrop')) {
    lacks(document.querySelector('link[rel=stylesheet]').href);
    window.weftBlocked = 'no styles'; // everything would lie in a heap, the sentence below it
    document.getElementById('app').style.display = 'none';
    document.getElementById('outline').style.display = 'none';
  }
})();
