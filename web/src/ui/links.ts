// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where to read on: the source, the licence, an example. They open beside the page, so that nothing that runs is lost.
import { h } from './dom';

const LINKS = [
  ['Source', 'source/'],
  ['Licence', 'source/LICENSE.txt'],
  ['Example', 'examples/'],
] as const;

/** A row of links. */
export function makeLinks(): HTMLElement {
  const links = LINKS.map(([name, address]) => {
    const href = import.meta.env.BASE_URL + address;
    return h('a', { href, target: '_blank', rel: 'noopener', title: 'Opens in a new tab' }, name);
  });
  return h('nav', { class: 'links', 'aria-label': 'About Weft' }, ...links);
}
