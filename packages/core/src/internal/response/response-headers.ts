import type { ServerResponse } from 'node:http';
import { mediaTypeOf } from '@nextpress/semantics/content-type';
import type { FieldValue } from '../../response-helpers.ts';
import { SETTINGS } from '../../settings.ts';
import { contentTypeOf } from './content-type.ts';
import type { PatchedResponse } from './patched-response.ts';

type Headers = Readonly<Record<string, FieldValue>>;

const CONTENT_TYPE = 'content-type';

/** `res.set` and `res.header`. */
export function setHeaders(
  this: PatchedResponse,
  header: string | Headers,
  ...values: [value?: unknown]
): PatchedResponse {
  // A value of `undefined` is sent as a string. With three or more arguments, Express treats the first one as an
  // object.
  if (values.length === 1) setHeader(this, header as string, values[0]);
  else for (const name in header as Headers) this.set(name, (header as Headers)[name] as FieldValue);
  return this;
}

function setHeader(res: ServerResponse, name: string, value: unknown): void {
  if (isContentType(name)) res.setHeader(name, contentTypeOf(typeOf(value)) as string);
  else if (typeof value === 'string') res.setHeader(name, value);
  else res.setHeader(name, Array.isArray(value) ? value.map(String) : String(value));
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) throw new TypeError('Content-Type cannot be set to an Array');
  return String(value);
}

/** `set` adds the charset to the value of this header. */
export function isContentType(name: string): boolean {
  return name.length === CONTENT_TYPE.length && name.toLowerCase() === CONTENT_TYPE;
}

/** `res.get`. */
export function getResponseHeader(this: ServerResponse, name: string): string | undefined {
  return this.getHeader(name) as string | undefined;
}

/** `res.type`. */
export function setType(this: PatchedResponse, type: string): PatchedResponse {
  return this.set('Content-Type', type.indexOf('/') === -1 ? lookUp(this, type) : type);
}

function lookUp(res: PatchedResponse, type: unknown): string {
  const mediaType = (typeof type === 'string' && mediaTypeOf(type)) || 'application/octet-stream';
  return res[SETTINGS].dialect.contentType(mediaType);
}
