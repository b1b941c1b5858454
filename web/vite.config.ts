// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { texturesOf } from 'weft-scenes/avatar/bodies';
import { defineConfig } from 'vitest/config';
import { plainPackages } from './scripts/plain_packages.ts';
import { shipSources } from './scripts/ship_sources.ts';
import { socialTags } from './scripts/social_tags.ts';
import { DEFAULT_CHOICES } from './src/choices.ts';

/** What the built page may load: its own files, and WebAssembly; no inline script, no eval, no other host. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
].join('; ');

/** With these a page may share memory, so that threads can step it; without them one thread does. */
const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** A file that scripts/precook.ts made, whose name changes with what is in it; empty before it ran. */
function cookedFile(name: string): string {
  const folder = fileURLToPath(new URL('public/assets/cooked', import.meta.url));
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.find((file) => file.startsWith(`${name}-`)) ?? '';
}

/** The pages of the examples. */
function examplePages(): string[] {
  const pages = readdirSync(fileURLToPath(new URL('examples', import.meta.url)));
  return pages.filter((name) => name.endsWith('.html')).map((name) => `examples/${name}`);
}

/** Writes the policy into the built pages; the development server needs inline styles and a socket. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}

/** Asks for what the page imports a moment later with its first bytes, so that it does not come one after the other. */
function preloadImports(): Plugin {
  return {
    name: 'preload-imports',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { path, chunk, bundle }) => {
        const top = path.startsWith('/') && path.lastIndexOf('/') > 0 ? '../' : './';
        const files = new Set<string>();
        const add = (file: string) => {
          const found = bundle?.[file];
          if (found?.type !== 'chunk' || found === chunk || files.has(file)) return;
          files.add(file);
          found.imports.forEach(add);
        };
        chunk?.dynamicImports.forEach(add);
        return [...files].map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: top + file },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}

export default defineConfig({
  base: './',
  define: {
    FIRST_PICTURES: JSON.stringify(texturesOf(DEFAULT_CHOICES.body)),
    STUDIO_FILE: JSON.stringify(cookedFile('studio')),
  },
  plugins: [
    contentSecurityPolicy(),
    preloadImports(),
    socialTags(),
    shipSources(),
    plainPackages(),
  ],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rollupOptions: {
      input: ['index.html', 'source/index.html', ...examplePages()],
      output: { codeSplitting: { groups: [{ name: 'three', test: /node_modules\/three\// }] } },
    },
  },
  server: { port: 5173, headers: ISOLATED },
  preview: { headers: ISOLATED },
  test: { testTimeout: 60_000, isolate: false }, // test files share what they import
});
