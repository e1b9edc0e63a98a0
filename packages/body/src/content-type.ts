/** @module Hot: decides by `Content-Type` whether to parse a body, and in which charset. */

import type { IncomingMessage } from 'node:http';
import { matchesMediaType, parseMediaType } from '@nextpress/semantics/media-type';
import type { BodyFormat } from './body-format.ts';
import type { BodySettings } from './body-options.ts';
import { type Charset, charsetOf } from './charset.ts';

/**
 * The charset of the body. A string is the label of an unsupported charset; `null` means a binary format, `undefined` a
 * body that the parser does not read.
 */
export type BodyCharset = Charset | string | null | undefined;

/** Reads `Content-Type` according to a parser's options. */
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

/** One parameter with its semicolon. The value is quoted, lacks its closing quote, or ends at the next semicolon. */
const PARAMETER = /;[ \t]*([^;=]*)(?:=[ \t]*(?:"((?:[^"\\]|\\.)*)"[^;]*|".*|([^;]*)))?/g;

/** The media type without parameters. */
function essenceOf(header: string): string {
  const end = header.indexOf(';');
  return trimSpace(end === -1 ? header : header.slice(0, end));
}

/** The parameter `charset` in lower case; `undefined` when it is missing or empty. */
function charsetParameter(header: string): string | undefined {
  for (const [, name = '', quoted, plain] of header.matchAll(PARAMETER)) {
    if (trimSpace(name).toLowerCase() !== 'charset') continue;
    const value = quoted === undefined ? trimSpace(plain ?? '') : quoted.replace(/\\(.)/g, '$1');
    return value.toLowerCase() || undefined;
  }
  return undefined;
}

/** Unlike `trim()`, only removes spaces and tabs. */
function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (start < end && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
