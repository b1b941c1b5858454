// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// When the page has been seen for the first time. An animation frame and a turn of the loop are not enough: the picture may
// still be on its way to the screen, and whoever asks for WebGL then keeps it waiting (Paint Timing, W3C).

/** A browser that tells of no paint by then never will, ms. */
const PATIENCE = 500;

/** Calls back once, after the first paint of the page; soon, where the browser does not tell of it. */
export function afterFirstPaint(done: () => void): void {
  if (performance.getEntriesByName('first-contentful-paint').length > 0) return done();
  let waiting = true;
  const once = () => {
    if (waiting) done();
    waiting = false;
    observer.disconnect();
  };
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) once();
  });
  observer.observe({ type: 'paint', buffered: true }); // ignored where there is no such type
  setTimeout(once, PATIENCE);
}
