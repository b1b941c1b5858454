// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Errors as one sentence: what, where, what to do.
import { WeftError } from 'weft-cloth';
import { SceneError } from 'weft-scenes';

/** Says why a scene was not opened. */
export function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof SceneError) return `The scene was not opened: ${message}.`;
  if (error instanceof WeftError && error.code === 'WEFT_ERROR_UNKNOWN_METHOD') {
    return `The scene was not opened: ${message.slice(error.code.length + 2)}`;
  }
  if (error instanceof WeftError) return `The simulator refused the scene: ${message}`;
  if (error instanceof RangeError || /memory/i.test(message)) {
    return `The scene needs more memory than this browser gives (${message}). Choose a coarser one.`;
  }
  return `The scene was not opened (${message}).`;
}

/** Whether the module can no longer be trusted after this error. */
export function leavesRuins(error: unknown): boolean {
  return (
    error instanceof WebAssembly.RuntimeError ||
    (error instanceof WeftError && error.code === 'WEFT_ASSERT')
  );
}
