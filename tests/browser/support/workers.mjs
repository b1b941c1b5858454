// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What workers send to a page, heard before the page hears it.

/** A script for a page, to run before its own: `hear`, which may use nothing around it, gets every message of a worker. */
export function hearingWorkers(hear) {
  return `(${listen})(${hear})`;
}

/** Runs in the page. */
function listen(hear) {
  const { set, get } = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
  Object.defineProperty(Worker.prototype, 'onmessage', {
    get,
    set(listener) {
      set.call(this, (e) => {
        hear(e.data);
        listener(e);
      });
    },
  });
}
