/** @module What `Content-Type` is sent, as Express decides it. */

import { mediaTypeOf, withDefaultCharset } from '@nextpress/semantics/content-type';
import { type MediaType, parseMediaType } from '@nextpress/semantics/media-type';

const TOKEN = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;

/** The value for a media type or a file extension: with a charset where the type has one by default and none is named. */
export function contentTypeOf(value: string): string {
  return withDefaultCharset(value.includes('/') ? value : (mediaTypeOf(value) ?? value));
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
