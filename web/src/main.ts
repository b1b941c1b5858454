// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The start of the page, unless check.js found something missing. What the page is made of comes in a second file, so
// that there is somebody to say so when that one cannot be had.

import { WorkerLine } from './app/worker_line';

declare global {
  interface Window {
    /** A sentence from check.js: why the page cannot run here. */
    weftBlocked?: string;
    /** Of check.js: shows a sentence, with a button that loads the page again where that may help. */
    weftSay?: (sentence: string, again: boolean) => void;
  }
}

/** The pictures of the body that the page opens on; vite.config.ts knows them. */
declare const FIRST_PICTURES: string[];

/** The page's own files are asked for so often, with a pause between, ms. */
const TRIES = 2;
const PAUSE = 600;

async function loadApp() {
  for (let tried = 1; ; tried++) {
    try {
      return await import('./app/app');
    } catch (error) {
      if (tried === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

async function start(): Promise<void> {
  const worker = new WorkerLine(); // loads what it needs while the page does
  const loaded = await loadApp().catch(() => null);
  if (!loaded) {
    worker.end();
    const why = navigator.onLine ? '' : ' This device is offline.';
    const sentence = `A part of the page could not be loaded: the one that draws.${why} Check the connection, then load the page again; what you chose is kept.`;
    return window.weftSay?.(sentence, true);
  }
  new loaded.App(document.getElementById('app')!, worker);
}

/** Asks for the pictures of the figure with the first bytes, when nothing says that it will be another one. */
function askForPictures(): void {
  if (location.hash || history.state) return;
  for (const file of FIRST_PICTURES) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: '', fetchPriority: 'low' });
    link.href = `${import.meta.env.BASE_URL}assets/avatar/${file}`;
    document.head.append(link);
  }
}

if (!window.weftBlocked) {
  askForPictures();
  void start();
}
