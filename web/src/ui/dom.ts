// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Elements in one call; the whole of the page's user-interface library.

type Child = Node | string | null | false;
type Attributes = Record<string, string | number | boolean | ((event: never) => void) | undefined>;

/** Makes an element. Functions become listeners (`onclick`), booleans become empty attributes. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function')
      element.addEventListener(name.slice(2), value as EventListener);
    else if (typeof value === 'boolean') element.toggleAttribute(name, value);
    else if (value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((c): c is Node | string => c !== null && c !== false));
  return element;
}

/** Sets text only when it changed, so that screen readers hear changes and nothing else. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
