// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A shared moment as a URL fragment: `#scene=…&step=312&hash=0123456789abcdef&look=…&view=…`. The scene is its JSON,
// deflated, in base64url; what the visitor did is part of its timeline. Step and hash say where to stop and
// what must come out there; the look (colour and print) and the view change nothing in the simulation.
import { deflateSync, strFromU8, strToU8 } from 'fflate';
import { decodeBase64url, encodeBase64url } from './base64url';
import { inflateCapped } from './inflate';
import { MAX_LINK_LETTERS, MAX_SCENE_BYTES, MAX_SHARED_STEP } from './limits';

/** What a link carries. */
export interface Shared {
  /** The scene, not yet checked against the schema. */
  scene: unknown;
  step: number;
  /** 16 hexadecimal digits over positions and velocities after `step`. */
  hash: string;
  look: string;
  /** How the sharer saw it, as view/camera_view.ts writes it; without: as everybody sees it first. */
  view?: string;
}

/** A link that cannot be opened; the message is one sentence for the visitor. */
export class LinkError extends Error {
  override name = 'LinkError';
}

const ADVICE = 'Ask for the link again, or go on with the scene that is here.';

/** Whether a URL fragment claims to be a shared scene. */
export function isSharedFragment(fragment: string): boolean {
  return /^#?scene=/.test(fragment);
}

/** Writes the fragment, with the leading `#`. Throws a LinkError when it would be too long to open again. */
export function encodeLink(shared: Shared): string {
  const packed = deflateSync(strToU8(JSON.stringify(shared.scene)), { level: 9 });
  const parts = [
    `scene=${encodeBase64url(packed)}`,
    `step=${shared.step}`,
    `hash=${shared.hash}`,
    `look=${encodeURIComponent(shared.look)}`,
    ...(shared.view ? [`view=${encodeURIComponent(shared.view)}`] : []),
  ];
  const fragment = `#${parts.join('&')}`;
  if (fragment.length > MAX_LINK_LETTERS) {
    throw new LinkError(
      'This run has too much input for a link: restart, do less with the pointer, and share again.',
    );
  }
  return fragment;
}

/** Reads a fragment. Throws a LinkError that says what is wrong and where. */
export function decodeLink(fragment: string): Shared {
  if (fragment.length > MAX_LINK_LETTERS) {
    throw new LinkError(
      `The link is too long: ${fragment.length} letters, and this page opens at most ${MAX_LINK_LETTERS}. ${ADVICE}`,
    );
  }
  const fields = new Map(
    fragment
      .replace(/^#/, '')
      .split('&')
      .map((part) => [part.split('=', 1)[0], part.slice(part.indexOf('=') + 1)] as const),
  );
  return {
    scene: decodeScene(fields.get('scene') ?? '', fields.size === 1),
    step: decodeStep(fields.get('step')),
    hash: decodeHash(fields.get('hash')),
    look: decodeWord(fields.get('look')),
    view: decodeWord(fields.get('view')) || undefined,
  };
}

/** Reads the scene. It comes first in a link: when nothing follows it, it is the end of it that is missing. */
function decodeScene(text: string, last: boolean): unknown {
  const packed = decodeBase64url(last ? wholeBytes(text) : text);
  if (!packed) {
    throw new LinkError(
      `The link is damaged: its scene has letters that do not belong there. ${ADVICE}`,
    );
  }
  const { bytes, problem } = inflateCapped(packed, MAX_SCENE_BYTES);
  if (problem === 'too large') {
    throw new LinkError(
      `The link is refused: its scene unpacks to more than ${MAX_SCENE_BYTES / 1e6} MB. ${ADVICE}`,
    );
  }
  if (problem === 'cut off' || (last && problem)) {
    throw new LinkError(`The link is cut off: its scene ends in the middle. ${ADVICE}`);
  }
  if (!bytes) {
    throw new LinkError(`The link is damaged: its scene does not unpack. ${ADVICE}`);
  }
  try {
    return JSON.parse(strFromU8(bytes));
  } catch {
    throw new LinkError(`The link is damaged: what it holds is not a scene. ${ADVICE}`);
  }
}

/** Base64 that was cut anywhere, without the letter that alone is no byte. */
function wholeBytes(text: string): string {
  return text.length % 4 === 1 ? text.slice(0, -1) : text;
}

function decodeStep(text: string | undefined): number {
  const step = Number(text);
  if (text === undefined || text === '' || !Number.isInteger(step) || step < 0) {
    throw new LinkError(`The link is cut off: its step number is missing. ${ADVICE}`);
  }
  if (step > MAX_SHARED_STEP) {
    throw new LinkError(
      `The link is refused: step ${step} is beyond the ${MAX_SHARED_STEP} that this page computes ahead. ${ADVICE}`,
    );
  }
  return step;
}

function decodeHash(text: string | undefined): string {
  if (!text || !/^[0-9a-f]{16}$/.test(text)) {
    throw new LinkError(`The link is cut off: its hash is missing or incomplete. ${ADVICE}`);
  }
  return text;
}

/** A word that may be missing or anything. */
function decodeWord(text: string | undefined): string {
  try {
    return decodeURIComponent(text ?? '').slice(0, 64);
  } catch {
    return '';
  }
}
