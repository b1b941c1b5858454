// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A typed array that looks straight into the module's memory. Growth of the memory detaches it, creation and
// loading may move what it shows: it is made anew when either happened, and returned as it is otherwise.

interface ViewMaker<T> {
  new (buffer: ArrayBufferLike, offset: number, length: number): T;
}

interface View {
  buffer: ArrayBufferLike;
  byteOffset: number;
  length: number;
}

/** Keeps one view and remakes it when its memory changed. */
export class LiveView<T extends View> {
  private view: T | undefined;

  constructor(private readonly maker: ViewMaker<T>) {}

  /** The view of `length` elements at an address. */
  at(memory: WebAssembly.Memory, pointer: number, length: number): T {
    const { view } = this;
    if (view?.buffer === memory.buffer && view.byteOffset === pointer && view.length === length) {
      return view;
    }
    return (this.view = new this.maker(memory.buffer, pointer, length));
  }
}
