/** @module Hot: decides by `Content-Type` whether to parse a body, and in which charset. */

import type { IncomingMessage } from 'node:http';
import { matchesMediaType, parseMediaType } from '@nextpress/semantics/media-type';
import type { BodyFormat } from './body-format.ts';
import type { BodySettings } from './body-options.ts';
import type { Charset } from './charset.ts';
import { charsetOf } from './charset.ts';
import { charsetParameter, essenceOf } from './content-type-parameters.ts';

/**
 * The charset to decode the body with. A string is the label of a charset that is not supported; `null` stands for a format
 * of bytes, `undefined` for a body that the parser does not read.
 */
export type BodyCharset = Charset | string | null | undefined;

/** Reads `Content-Type` under the options of a parser. */
export function readContentType(
  req: IncomingMessage,
  { charsets }: BodyFormat,
  { type, defaultCharset }: BodySettings,
): BodyCharset {
  const header = req.headers['content-type'];
  if (typeof type === 'function' ? !type(req) : !matchesAny(header, type)) return undefined;
  if (charsets === undefined) return null;
  const label = header === undefined ? undefined : charsetParameter(header);
  if (label === undefined) return defaultCharset;
  return charsets === 'any' || charsets.includes(label) ? (charsetOf(label) ?? label) : label;
}

function matchesAny(header: string | undefined, patterns: readonly string[]): boolean {
  const type = header === undefined ? undefined : parseMediaType(essenceOf(header));
  return type !== undefined && patterns.some((pattern) => matchesMediaType(type, pattern));
}
