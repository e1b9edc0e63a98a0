/** @module Cold: the option `type`, checked. */

import type { IncomingMessage } from 'node:http';
import type { MediaType } from '@nextpress/semantics/media-type';
import { matchesMediaType } from '@nextpress/semantics/media-type';

/** Media types to parse, or a function that tells of a request whether its body is one to parse. */
export type TypeOption = string | readonly string[] | ((req: IncomingMessage) => unknown);

/** The short names that body-parser's users write: file extensions, and two that are none. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ['json', 'application/json'],
  ['urlencoded', 'application/x-www-form-urlencoded'],
  ['multipart', 'multipart/*'],
  ['text', 'text/plain'],
  ['txt', 'text/plain'],
  ['html', 'text/html'],
  ['xml', 'application/xml'],
  ['csv', 'text/csv'],
  ['bin', 'application/octet-stream'],
]);

/** Any media type: trying a pattern on it tells whether it is one. */
const SAMPLE: MediaType = {
  essence: 'a/b',
  type: 'a',
  subtype: 'b',
  suffix: undefined,
  parameters: new Map(),
};

/**
 * The patterns of a list or of one pattern.
 *
 * @param of - the function whose option it is
 * @throws {TypeError} naming the option, what it is and what to write
 */
export function mediaTypePatterns(of: string, option: unknown): readonly string[] {
  const types: readonly unknown[] = Array.isArray(option) ? option : [option];
  if (types.length === 0) {
    throw new TypeError(`${of}: option "type" is an empty list; write a media type, or leave ${of}() out`);
  }
  return types.map((type) => mediaTypePattern(of, type));
}

function mediaTypePattern(of: string, type: unknown): string {
  if (typeof type !== 'string') {
    throw new TypeError(
      `${of}: option "type" has ${type === null ? 'null' : `a ${typeof type}`}; write strings, or one function`,
    );
  }
  const pattern = SHORT.get(type) ?? type;
  try {
    matchesMediaType(SAMPLE, pattern);
  } catch (cause) {
    throw new TypeError(`${of}: option "type": ${(cause as Error).message}`, { cause });
  }
  return pattern;
}
