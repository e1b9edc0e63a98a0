/** @module Cold: parses the option `type`. */

import type { IncomingMessage } from 'node:http';
import type { MediaType } from '@nextpress/semantics/media-type';
import { matchesMediaType } from '@nextpress/semantics/media-type';
import { invalidOption } from '@nextpress/semantics/options';

/** Media types to parse, or a function that returns whether to parse the body of a request. */
export type TypeOption = string | readonly string[] | ((req: IncomingMessage) => unknown);

/** Short names that body-parser accepts. */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
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

const EXPECTED = 'media types such as "application/json" or "text/*", or a function';

/** Any media type: matching a pattern against it validates the pattern. */
const SAMPLE: MediaType = {
  essence: 'a/b',
  type: 'a',
  subtype: 'b',
  suffix: undefined,
  parameters: new Map(),
};

/**
 * Validates one media type pattern or a list of them.
 *
 * @param owner - the name of the function that takes the option
 * @throws {TypeError} if the array is empty, or an item is not a media type pattern
 */
export function mediaTypePatterns(owner: string, option: unknown): readonly string[] {
  const types: readonly unknown[] = Array.isArray(option) ? option : [option];
  if (types.length === 0) throw invalidOption(owner, 'type', EXPECTED, option);
  return types.map((type) => mediaTypePattern(owner, type));
}

function mediaTypePattern(owner: string, type: unknown): string {
  if (typeof type !== 'string') throw invalidOption(owner, 'type', EXPECTED, type);
  const pattern = SHORT_NAMES.get(type) ?? type;
  try {
    matchesMediaType(SAMPLE, pattern);
  } catch {
    throw invalidOption(owner, 'type', EXPECTED, type);
  }
  return pattern;
}
