// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A plain web server, and a page of it in Chromium: what the README's example prints there.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { launchChromium } from '../../scripts/chromium.mjs';

const TYPES = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.html': 'text/html',
  '.wasm': 'application/wasm',
};
/** Everything from the page's own server, WebAssembly, and no eval. */
export const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
const LIMIT = 120_000;

let browser;
export const closeBrowser = () => browser?.close();

/** Serves a folder; answers with its address and how to stop. */
export async function serve(folder, headers = {}) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname === '/favicon.ico') return response.writeHead(204).end();
    const path = normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    try {
      const bytes = await readFile(join(folder, path));
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, ...headers }).end(bytes);
    } catch {
      response.writeHead(404, headers).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** The browser asks every server for it. */
const isIcon = (address) => address.endsWith('/favicon.ico');

/**
 * Opens a page and waits until it prints a hash. Any error of the page is one of ours, and so is a request that finds
 * nothing, or a page where a module was asked for.
 */
export async function hashOfPage(url) {
  browser ??= await launchChromium();
  const page = await browser.newPage();
  const errors = [];
  try {
    return await new Promise((resolve, reject) => {
      const fail = (text) => {
        errors.push(text);
        reject(new Error(`${url}: ${errors.join('\n')}`));
      };
      setTimeout(() => fail(`no hash after ${LIMIT / 1000} s`), LIMIT).unref();
      page.on('pageerror', (error) => fail(String(error.stack ?? error)));
      page.on('console', (message) => {
        const [text, from] = [message.text(), message.location().url];
        if (/^[0-9a-f]{16}$/.test(text)) resolve(text);
        if (message.type() === 'error' && !isIcon(from)) fail(`${text} (${from})`);
      });
      page.on('response', (response) => {
        const [address, type] = [response.url(), response.headers()['content-type'] ?? ''];
        const isModule = /\.wasm(\?|$)/.test(address) && !type.startsWith('text/javascript');
        if (response.status() >= 400 && !isIcon(address)) fail(`${address}: ${response.status()}`);
        if (isModule && !type.startsWith('application/wasm')) fail(`${address}: ${type}`);
      });
      page.goto(url).catch((error) => fail(String(error)));
    });
  } finally {
    await page.close();
  }
}
