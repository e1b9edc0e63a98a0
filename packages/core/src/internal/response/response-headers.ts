import type { ServerResponse } from 'node:http';
import { basename, extname } from 'node:path';
import { formatContentDisposition } from '@nextpress/semantics/content-disposition';
import { mediaTypeOf, withDefaultCharset } from '@nextpress/semantics/content-type';
import { appendVary } from '@nextpress/semantics/vary';
import type { FieldValue } from '../../response-helpers.ts';
import { SETTINGS } from '../../settings.ts';
import type { PatchedResponse } from '../patched-messages.ts';

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
function isContentType(name: string): boolean {
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

/** Calls `res.set` like Express, if the application replaced it. */
export function setContentHeader(
  res: PatchedResponse,
  name: string,
  value: string | number,
): PatchedResponse {
  if (res.set === setHeaders) return res.setHeader(name, String(value));
  return (res.set as (name: string, value: unknown) => PatchedResponse)(name, value);
}

/**
 * The value of `Content-Type` for a media type or a file extension, as Express determines it. `false` for an unknown
 * extension, which Express sends as text.
 */
function contentTypeOf(value: string): string | false {
  const type = value.includes('/') ? value : mediaTypeOf(value);
  return type === undefined ? false : withDefaultCharset(type);
}

/** `res.append`. */
export function append(this: PatchedResponse, name: string, value?: FieldValue): PatchedResponse {
  const present = this.get(name) as ReturnType<PatchedResponse['getHeader']>;
  // An empty value counts as missing, as in Express.
  if (!present) return this.set(name, value as FieldValue);
  if (
    typeof present === 'string' &&
    typeof value === 'string' &&
    this.set === setHeaders &&
    !isContentType(name)
  ) {
    return this.setHeader(name, [present, value]);
  }
  return this.set(name, [present, value as string].flat());
}

/** `res.attachment`. */
export function attachment(this: PatchedResponse, filename?: string): PatchedResponse {
  const name = filename === undefined ? undefined : basename(filename);
  if (name) this.type(extname(name));
  return this.set('Content-Disposition', formatContentDisposition(name));
}

/** `res.links`: the `Link` header of RFC 8288 §3. */
export function links(
  this: PatchedResponse,
  targets: Readonly<Record<string, string | URL | readonly (string | URL)[]>>,
): PatchedResponse {
  const present = this.get('Link');
  let value = present ? `${present}, ` : '';
  let separator = '';
  for (const relation of Object.keys(targets)) {
    const urls = targets[relation];
    value += separator + (Array.isArray(urls) ? linkList(urls, relation) : formatLink(urls, relation));
    separator = ', ';
  }
  return this.set('Link', value);
}

function linkList(urls: readonly unknown[], relation: string): string {
  return urls.map((url) => formatLink(url, relation)).join(', ');
}

function formatLink(url: unknown, relation: string): string {
  return `<${url}>; rel="${relation}"`;
}

/** `res.vary`. */
export function vary(this: PatchedResponse, header: string | readonly string[]): PatchedResponse {
  if (!header) throw new TypeError('field argument is required');
  const present = this.getHeader('Vary');
  let value = Array.isArray(present) ? present.join(', ') : present?.toString();
  if (Array.isArray(header)) for (const name of header) value = appendVary(value, name);
  else value = appendVary(value, String(header));
  return value ? this.setHeader('Vary', value) : this;
}
