/** @module `express/lib/utils`, which compiles Express's settings. */

import { METHODS } from 'node:http';
import { parse } from 'node:querystring';
import { formatContentDisposition } from '@nextpress/semantics/content-disposition';
import { mediaTypeOf } from '@nextpress/semantics/content-type';
import { strongEntityTag, weakEntityTag } from '@nextpress/semantics/entity-tag';
import { parseMediaType } from '@nextpress/semantics/media-type';
import { parseNestedQuery } from '@nextpress/semantics/nested-query';
import {
  compileTrust as compileTrustSetting,
  type Trust,
  type TrustSetting,
} from '@nextpress/semantics/trust';
import { DEFAULT_VERSION } from '../internal/default-version.ts';

type Tagger = (body: string | Uint8Array, encoding?: BufferEncoding) => string;
type QueryParser = (query: string) => object;

export interface AcceptedType {
  readonly value: string;
  readonly quality?: number;
  readonly params: Readonly<Record<string, string>>;
}

/** The methods that Node's parser knows, in lower case. */
export const methods: readonly string[] = METHODS.map((method) => method.toLowerCase());

export const etag: Tagger = (body, encoding) => strongEntityTag(bytesOf(body, encoding));

export const wetag: Tagger = (body, encoding) => weakEntityTag(bytesOf(body, encoding));

/** Turns an extension such as `html` into a media type, and parses a media type. */
export function normalizeType(type: string): AcceptedType {
  if (!type.includes('/')) return { value: mediaTypeOf(type) ?? 'application/octet-stream', params: {} };
  const [value = '', ...rest] = type.split(';');
  const params = Object.fromEntries(
    rest
      .filter((pair) => pair.includes('='))
      .map((pair) => pair.split(/=(.*)/s, 2).map((part) => part.trim())),
  );
  const { q, ...others } = params;
  return { value: value.trim(), quality: q === undefined ? 1 : Number.parseFloat(q), params: others };
}

export function normalizeTypes(types: readonly string[]): AcceptedType[] {
  return types.map(normalizeType);
}

/** The function for the setting `etag`. */
export function compileETag(value: unknown): Tagger | undefined {
  if (typeof value === 'function') return value as Tagger;
  if (value === true || value === 'weak') return wetag;
  if (value === 'strong') return etag;
  if (value === false) return undefined;
  throw new TypeError(`unknown value for etag function: ${value}`);
}

const NESTED_LIMITS = DEFAULT_VERSION === 4 ? { arrayLimit: 1_000 } : {};

/** The function for the setting `query parser`. */
export function compileQueryParser(value: unknown): QueryParser | undefined {
  if (typeof value === 'function') return value as QueryParser;
  if (value === true || value === 'simple') return parse;
  if (value === 'extended') return (query) => (query ? parseNestedQuery(query, NESTED_LIMITS) : {});
  if (value === false) return DEFAULT_VERSION === 4 ? () => ({}) : undefined;
  throw new TypeError(`unknown value for query parser function: ${value}`);
}

/** The function for the setting `trust proxy`. */
export function compileTrust(value: TrustSetting): Trust {
  return typeof value === 'function' ? value : compileTrustSetting(value);
}

/** Sets the charset of a media type. */
export function setCharset(type: string, charset: string): string {
  if (!type || !charset) return type;
  const parsed = parseMediaType(type);
  if (parsed === undefined) throw new TypeError('invalid media type');
  const parameters = [...new Map([...parsed.parameters, ['charset', charset]])];
  return [parsed.essence, ...parameters.map((pair) => pair.join('='))].join('; ');
}

function bytesOf(body: string | Uint8Array, encoding?: BufferEncoding): string | Uint8Array {
  return typeof body === 'string' ? Buffer.from(body, encoding) : body;
}

/** Whether a path is absolute on any platform. Only in Express 4, as the next two. */
export function isAbsolute(path: string): boolean | undefined {
  // `undefined` instead of false, as in Express.
  return /^(?:\/|.:[\\/]|\\\\)/s.test(path) || undefined;
}

export function flatten<Value>(list: readonly Value[]): unknown[] {
  return list.flat(Number.POSITIVE_INFINITY);
}

export function contentDisposition(filename?: string): string {
  return formatContentDisposition(filename);
}
