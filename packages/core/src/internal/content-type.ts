/** @module What `Content-Type` is sent, as Express decides it. */

import { type MediaType, parseMediaType } from '@nextpress/semantics/media-type';
import { mediaTypeOfExtension } from './media-types.ts';

/**
 * Types beside `text/*` that get `charset=utf-8`, as mime-db and so Express have it. No other JSON type does: JSON is UTF-8
 * and its media types define no such parameter (RFC 8259 §8.1 and §11).
 */
const UTF8_TYPES = new Set(['application/javascript', 'application/json', 'application/manifest+json']);

const TOKEN = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;

/**
 * The value for a media type or a file extension: with a charset where the type has one by default and none is named.
 * Parameters that can't be read stay as they are.
 */
export function contentTypeOf(value: string): string {
  const type = value.includes('/') ? value : (mediaTypeOfExtension(value) ?? value);
  if (!type.includes(';')) return isUtf8(type.toLowerCase()) ? `${type}; charset=utf-8` : type;
  const parsed = parseMediaType(type);
  if (parsed === undefined || parsed.parameters.has('charset')) return type;
  return isUtf8(parsed.essence) ? `${type}; charset=utf-8` : type;
}

function isUtf8(essence: string): boolean {
  return essence.startsWith('text/') || UTF8_TYPES.has(essence);
}

/** The value for a text that is sent in UTF-8, whatever charset was named. One that can't be read stays as it is. */
export function withUtf8(type: string): string {
  if (type.endsWith('; charset=utf-8')) return type;
  const parsed = parseMediaType(type);
  return parsed === undefined ? type : formatWithUtf8(parsed);
}

function formatWithUtf8({ essence, parameters }: MediaType): string {
  let value = essence;
  for (const [name, parameter] of new Map([...parameters, ['charset', 'utf-8']])) {
    value += `; ${name}=${TOKEN.test(parameter) ? parameter : `"${parameter.replace(/[\\"]/g, '\\$&')}"`}`;
  }
  return value;
}
