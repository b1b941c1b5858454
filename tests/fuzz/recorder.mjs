// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which public members of the package were used, and which options were given in calls that ended well. Only calls from
// outside count: what a verb calls by itself is not tried by that.

/** Watches classes and functions of the package until `stop`. */
export class Recorder {
  constructor() {
    this.seen = new Map(); // 'World.step' -> names of options
    this.depth = 0;
    this.undo = [];
  }

  /** Watches the members of a class, those of the class itself included. */
  watchClass(kind) {
    for (const [holder, prefix] of [
      [kind.prototype, kind.name],
      [kind, `static ${kind.name}`],
    ]) {
      for (const name of Object.getOwnPropertyNames(holder)) {
        const before = Object.getOwnPropertyDescriptor(holder, name);
        if (name === 'constructor' || name === 'prototype' || !before.configurable) continue;
        const key = `${prefix}.${name}`;
        const after = { ...before };
        if (before.get) after.get = this.watched(key, before.get);
        else if (typeof before.value === 'function') after.value = this.watched(key, before.value);
        else continue;
        Object.defineProperty(holder, name, after);
        this.undo.push(() => Object.defineProperty(holder, name, before));
      }
    }
  }

  /** A function, or a class that is made by `new`, that is watched. */
  watched(key, call) {
    const recorder = this;
    return new Proxy(call, {
      apply: (target, self, args) =>
        recorder.outermost(key, args, () => Reflect.apply(target, self, args)),
      construct: (target, args, fresh) =>
        recorder.outermost(key, args, () => Reflect.construct(target, args, fresh)),
    });
  }

  outermost(key, args, work) {
    this.depth += 1;
    const isOutermost = this.depth === 1;
    let result;
    try {
      result = work();
    } finally {
      this.depth -= 1;
    }
    if (isOutermost) {
      const names = new Set();
      args.forEach((arg) => optionNames(arg, names));
      const note = () => {
        const known = this.seen.get(key) ?? new Set();
        names.forEach((name) => known.add(name));
        this.seen.set(key, known);
      };
      if (result instanceof Promise) result.then(note, () => {});
      else note();
    }
    return result;
  }

  stop() {
    this.undo.forEach((undo) => undo());
  }

  /** What of the public surface was not used, or was never given an option that it takes. */
  missing(surface) {
    return surface.flatMap(({ owner, name, kind, isStatic, options }) => {
      const key = `${isStatic && owner ? 'static ' : ''}${owner ? `${owner}.` : ''}${name}`;
      if (kind === 'field' && owner !== '') return [];
      const known = this.seen.get(key);
      if (!known) return [key];
      return options.filter((option) => !known.has(option)).map((option) => `${key}: ${option}`);
    });
  }
}

function optionNames(value, names, depth = 0) {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || depth > 3) return;
  if (Array.isArray(value)) {
    value.slice(0, 4).forEach((each) => optionNames(each, names, depth + 1));
  } else if (Object.getPrototypeOf(value) === Object.prototype) {
    for (const [name, part] of Object.entries(value)) {
      if (part === undefined) continue;
      names.add(name);
      optionNames(part, names, depth + 1);
    }
  }
}
