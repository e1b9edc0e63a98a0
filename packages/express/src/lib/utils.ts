/** @module `express/lib/utils`, which compiles Express's settings. */

import { METHODS } from 'node:http';
import { formatContentDisposition } from '@nextpress/semantics/content-disposition';
import { mediaTypeOf } from '@nextpress/semantics/content-type';
import { parseMediaType } from '@nextpress/semantics/media-type';
import {
  compileTrust as compileTrustSetting,
  type Trust,
  type TrustSetting,
} from '@nextpress/semantics/trust';
import { queryParserOf } from '@nextpress/server/express';
import { DEFAULT_VERSION } from '../internal/default-version.ts';

export {
  compileEtag as compileETag,
  tagStrongly as etag,
  tagWeakly as wetag,
} from '@nextpress/server/express';

export interface AcceptedType {
  readonly value: string;
  readonly quality?: number;
  readonly params: Readonly<Record<string, string>>;
}

/** The methods that Node's parser knows, in lower case. */
export const methods: readonly string[] = METHODS.map((method) => method.toLowerCase());

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

/** The function for the setting `query parser`. */
export function compileQueryParser(value: unknown): ((query: string) => object) | undefined {
  return queryParserOf(value, DEFAULT_VERSION) ?? (DEFAULT_VERSION === 4 ? () => ({}) : undefined);
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

/** Whether a path is absolute on any platform. Only in Express 4, like the next two. */
export function isAbsolute(path: string): boolean | undefined {
  // `undefined` rather than false, as in Express.
  return /^(?:\/|.:[\\/]|\\\\)/s.test(path) || undefined;
}

export function flatten<Value>(list: readonly Value[]): unknown[] {
  return list.flat(Number.POSITIVE_INFINITY);
}

export function contentDisposition(filename?: string): string {
  return formatContentDisposition(filename);
}
