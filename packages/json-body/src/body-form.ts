/** @module Hot: how a body is written, from the one reading of its fields. */

import type { IncomingHttpHeaders } from 'node:http';
import type { HttpError } from '@nextpress/semantics/http-error';
import type { MediaType } from '@nextpress/semantics/media-type';
import { matchesMediaType, parseMediaType } from '@nextpress/semantics/media-type';
import { malformedType, tooLarge, unsupportedCharset, unsupportedCoding } from './body-error.ts';
import type { Charset } from './decode-text.ts';
import { charsetOf } from './decode-text.ts';
import type { Inflater } from './inflate.ts';
import { CODINGS, inflaterOf } from './inflate.ts';
import type { JsonBodySettings } from './json-body-options.ts';

/** How to read a body. */
export interface BodyForm {
  readonly charset: Charset;
  /** Undoes the content coding; `undefined` when there is none. */
  readonly inflater: Inflater | undefined;
  /** Bytes as declared, before inflating; `undefined` when the body is chunked. */
  readonly length: number | undefined;
}

/**
 * Reads `Content-Type`, `Content-Encoding` and `Content-Length`.
 *
 * @returns `undefined` when the body isn't one to parse; an error when it is one, but can't be accepted, or when nobody can
 * tell what it is
 */
export function bodyForm(
  headers: IncomingHttpHeaders,
  settings: JsonBodySettings,
): BodyForm | HttpError | undefined {
  const contentType = headers['content-type'];
  if (contentType === undefined || contentType === '') return undefined;
  const type = parseMediaType(contentType);
  if (type === undefined) return isForeign(contentType, settings) ? undefined : malformedType();
  if (!isWanted(type, settings)) return undefined;

  const charset = charsetOf(type.parameters.get('charset'));
  if (charset === undefined) return unsupportedCharset();

  const coding = headers['content-encoding']?.toLowerCase() || 'identity';
  const inflater = settings.inflate ? inflaterOf(coding) : undefined;
  if (inflater === undefined && coding !== 'identity') {
    return unsupportedCoding(settings.inflate ? CODINGS : 'identity');
  }

  const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length']) : undefined;
  if (length !== undefined && length > settings.limit) return tooLarge(settings.limit);
  return { charset, inflater, length };
}

function isWanted(type: MediaType, settings: JsonBodySettings): boolean {
  return settings.types.some((pattern) => matchesMediaType(type, pattern));
}

/** Whether a malformed field says all the same that the body is somebody else's: only its parameters are malformed. */
function isForeign(contentType: string, settings: JsonBodySettings): boolean {
  const type = parseMediaType(contentType.split(';', 1)[0] ?? '');
  return type !== undefined && !isWanted(type, settings);
}
