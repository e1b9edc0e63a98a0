/** @module Prints where a value is in a request: `body.items[3].price`. */

import { shorten } from './validation-issue.ts';

const MAX_NAME_LENGTH = 64;
const MAX_SEGMENTS = 32;

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
/** Characters that have a meaning in HTML, or none that is visible. */
const UNSAFE = /[<>&'\x7f-\uffff]/g;

/** Prints a path from a part of the request to a value. Numbers are indexes. */
export function printLocation(root: string, path: readonly PropertyKey[]): string {
  let text = root;
  for (const segment of path.slice(0, MAX_SEGMENTS)) text += printSegment(segment);
  return path.length > MAX_SEGMENTS ? `${text}…` : text;
}

function printSegment(segment: PropertyKey): string {
  if (typeof segment === 'number') return `[${segment}]`;
  const name = shorten(String(segment), MAX_NAME_LENGTH);
  return IDENTIFIER.test(name) ? `.${name}` : `[${JSON.stringify(name).replace(UNSAFE, escapeCharacter)}]`;
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
