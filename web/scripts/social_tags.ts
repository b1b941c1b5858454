// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a link to the page shows where it is posted. Most readers of these tags want whole addresses, which only whoever
// publishes the page knows: WEFT_SITE=https://host/folder/ when it is built. Without it they are relative.
import type { HtmlTagDescriptor, Plugin } from 'vite';

const PICTURE = {
  file: 'preview.jpg',
  width: '1200',
  height: '640',
  alt: 'Three walking bodies in T-shirts and a gingham skirt',
};

/** The character set has to be said within the first kilobyte, so these come after it. */
const LAST = { injectTo: 'head' } as const;

/** Writes the tags into index.html, with its own title and description. */
export function socialTags(site = process.env.WEFT_SITE): Plugin {
  if (site && !/^https?:\/\/[^/]+\/(.*\/)?$/.test(site)) {
    throw new Error(
      `WEFT_SITE is '${site}'; it has to be like https://host/ or https://host/folder/`,
    );
  }
  const at = (file: string) => (site ?? './') + file;
  return {
    name: 'social-tags',
    transformIndexHtml: (html, { path }) => {
      if (path !== '/index.html') return [];
      const title = /<title>([^<]*)/.exec(html)![1];
      const description = /name="description"\s+content="([^"]*)"/.exec(html)![1];
      return [
        ...properties({ type: 'website', title, description }),
        ...(site ? properties({ url: site }) : []),
        ...properties({ image: at(PICTURE.file), 'image:width': PICTURE.width }),
        ...properties({ 'image:height': PICTURE.height, 'image:alt': PICTURE.alt }),
        { tag: 'meta', attrs: { name: 'twitter:card', content: 'summary_large_image' }, ...LAST },
      ];
    },
  };
}

function properties(values: Record<string, string>): HtmlTagDescriptor[] {
  return Object.entries(values).map(([name, content]) => ({
    tag: 'meta',
    attrs: { property: `og:${name}`, content },
    ...LAST,
  }));
}
