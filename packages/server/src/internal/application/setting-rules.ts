import type { EntityTagger, HelperSettings, JsonSettings, QueryParser } from '@nextpress/core';
import { strongEntityTag, weakEntityTag } from '@nextpress/semantics/entity-tag';
import { parseNestedQuery } from '@nextpress/semantics/nested-query';
import { parseQuery, queryBytes } from '@nextpress/semantics/query';
import { compileTrust, type Trust, type TrustSetting } from '@nextpress/semantics/trust';
import type { Dialect } from '../dialect.ts';

type Values = Record<string, unknown>;

/** Settings that Express compiles to a function, stored under the name with ` fn`. */
const COMPILERS: Readonly<Record<string, (value: unknown, dialect: Dialect) => unknown>> = {
  'trust proxy': (value) => compileTrust(value as TrustSetting),
  etag: compileEtag,
  'query parser': compileQueryParser,
};

/** Copies settings to the helpers. As in Express, any value is accepted. */
const APPLIERS: Readonly<Record<string, (helpers: HelperSettings, value: unknown, values: Values) => void>> =
  {
    'trust proxy fn': (helpers, value) => {
      helpers.trustProxy = typeof value === 'function' ? (value as Trust) : compileTrust(false);
    },
    'forwarded host': (helpers, value) => {
      helpers.usesForwardedHost = value !== false;
    },
    'etag fn': (helpers, value) => {
      helpers.etag = typeof value === 'function' ? taggerOf(value as EntityTagger) : undefined;
    },
    'query parser fn': (helpers, value) => {
      helpers.queryParser = value === parseFlatQuery ? undefined : ((value || emptyQuery) as QueryParser);
    },
    'subdomain offset': (helpers, value) => {
      helpers.subdomainOffset = value as number;
    },
    'jsonp callback name': (helpers, value) => {
      helpers.jsonpCallback = value as string;
    },
    'json spaces': applyJson,
    'json replacer': applyJson,
    'json escape': applyJson,
  };

/**
 * Compiles a setting, if it is one that Express compiles.
 *
 * @throws TypeError if the value is invalid
 */
export function compileSetting(name: string, values: Values, dialect: Dialect): void {
  if (Object.hasOwn(COMPILERS, name)) values[`${name} fn`] = COMPILERS[name]?.(values[name], dialect);
}

/** Copies all settings, own and inherited, to the helpers. */
export function applySettings(values: Values, helpers: HelperSettings): void {
  for (const name in values) {
    if (Object.hasOwn(APPLIERS, name)) APPLIERS[name]?.(helpers, values[name], values);
  }
}

export function compileEtag(value: unknown): EntityTagger | undefined {
  if (typeof value === 'function') return value as EntityTagger;
  if (value === true || value === 'weak') return tagWeakly;
  if (value === 'strong') return tagStrongly;
  if (value !== false) throw new TypeError(`unknown value for etag function: ${value}`);
  return undefined;
}

export function tagWeakly(content: string | Uint8Array, encoding?: BufferEncoding): string {
  return weakEntityTag(encodedAs(content, encoding));
}

export function tagStrongly(content: string | Uint8Array, encoding?: BufferEncoding): string {
  return strongEntityTag(encodedAs(content, encoding));
}

/** The bytes that are sent. The taggers treat a string as UTF-8. */
function encodedAs(content: string | Uint8Array, encoding?: BufferEncoding): string | Uint8Array {
  return typeof content === 'string' && encoding !== undefined ? Buffer.from(content, encoding) : content;
}

/** As in Express, the application's function always gets a buffer. */
function taggerOf(tag: EntityTagger): EntityTagger {
  if (tag === tagWeakly || tag === tagStrongly) return tag;
  return (content, encoding) =>
    tag(typeof content === 'string' ? Buffer.from(content, encoding) : bufferOf(content));
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function compileQueryParser(value: unknown, { parseNested }: Dialect): QueryParser | undefined {
  if (typeof value === 'function') return value as QueryParser;
  if (value === true || value === 'simple') return parseFlatQuery;
  if (value === 'extended') return parseNested;
  if (value !== false) throw new TypeError(`unknown value for query parser function: ${value}`);
  return undefined;
}

export const parseNestedQueryOrNone: QueryParser = (query) => (query ? parseNestedQuery(query) : {});

/** The parser that the helpers use by default. */
const parseFlatQuery: QueryParser = (query) => parseQuery(query ? queryBytes(`?${query}`) : '');

const emptyQuery: QueryParser = () => Object.create(null);

function applyJson(helpers: HelperSettings, _value: unknown, values: Values): void {
  const replacer = (values['json replacer'] ?? undefined) as JsonSettings['replacer'];
  const spaces = (values['json spaces'] ?? undefined) as JsonSettings['spaces'];
  const escapes = Boolean(values['json escape']);
  const isPlain = replacer === undefined && spaces === undefined && !escapes;
  helpers.json = isPlain ? undefined : { replacer, spaces, escape: escapes };
}
