import type { EntityTagger, HelperSettings, JsonSettings, QueryParser } from '@nextpress/core';
import { strongEntityTag, weakEntityTag } from '@nextpress/semantics/entity-tag';
import { parseNestedQuery } from '@nextpress/semantics/nested-query';
import { compileTrust, type Trust, type TrustSetting } from '@nextpress/semantics/trust';
import { refuse } from './refuse-setting.ts';

type Values = Record<string, unknown>;
type Rule = (value: unknown, values: Values, helpers: HelperSettings) => void;

/** What the settings that the framework itself reads have to be, and what they come to. Others may be anything. */
const RULES: Readonly<Record<string, Rule>> = {
  'trust proxy': (value, values, helpers) => {
    helpers.trustProxy = trustOf(value);
    values['trust proxy fn'] = helpers.trustProxy;
  },
  etag: (value, values, helpers) => {
    helpers.etag = compileEtag(value);
    values['etag fn'] = typeof value === 'function' ? value : helpers.etag;
  },
  'query parser': (value, values, helpers) => {
    helpers.queryParser = compileQueryParser(value);
    values['query parser fn'] = helpers.queryParser;
  },
  'subdomain offset': (value, _values, helpers) => {
    if (!Number.isInteger(value) || (value as number) < 0)
      refuse('subdomain offset', value, 'a count such as 2');
    helpers.subdomainOffset = value as number;
  },
  'jsonp callback name': (value, _values, helpers) => {
    if (typeof value !== 'string') refuse('jsonp callback name', value, "a name such as 'callback'");
    helpers.jsonpCallback = value as string;
  },
  'json spaces': (value, values, helpers) => {
    const isSpaces = value === undefined || value === null || ['number', 'string'].includes(typeof value);
    if (!isSpaces) refuse('json spaces', value, 'a number or a string, as JSON.stringify takes it');
    helpers.json = jsonSettings(values);
  },
  'json replacer': (value, values, helpers) => {
    const isReplacer =
      value === undefined || value === null || typeof value === 'function' || Array.isArray(value);
    if (!isReplacer) refuse('json replacer', value, 'a function or a list, as JSON.stringify takes it');
    helpers.json = jsonSettings(values);
  },
  'json escape': (_value, values, helpers) => {
    helpers.json = jsonSettings(values);
  },
  env: (value) => {
    if (typeof value !== 'string') refuse('env', value, "a name such as 'production'");
  },
};

/**
 * Compiles a setting, if it is one that counts here.
 *
 * @throws TypeError or RangeError naming the setting, when its value means nothing
 */
export function compileSetting(name: string, values: Values, helpers: HelperSettings): void {
  if (Object.hasOwn(RULES, name)) (RULES[name] as Rule)(values[name], values, helpers);
}

function trustOf(value: unknown): Trust {
  try {
    return compileTrust(value as TrustSetting);
  } catch (cause) {
    throw new TypeError(`the setting "trust proxy" is of no use: ${(cause as Error).message}`, { cause });
  }
}

function compileEtag(value: unknown): EntityTagger | undefined {
  if (typeof value === 'function') return bytesTagger(value as EntityTagger);
  if (value === true || value === 'weak') return tagger(weakEntityTag);
  if (value === 'strong') return tagger(strongEntityTag);
  if (value !== false)
    refuse('etag', value, "true, false, 'weak', 'strong' or a function (content, encoding)");
  return undefined;
}

/** An application's own function is given a buffer whatever is sent, as in Express. */
function bytesTagger(tag: EntityTagger): EntityTagger {
  return (content, encoding) =>
    tag(typeof content === 'string' ? Buffer.from(content, encoding) : bufferOf(content));
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Tags of the octets that are sent. */
function tagger(tag: (content: string | Uint8Array) => string): EntityTagger {
  return (content, encoding) =>
    tag(typeof content === 'string' && encoding !== undefined ? Buffer.from(content, encoding) : content);
}

function compileQueryParser(value: unknown): QueryParser | undefined {
  if (typeof value === 'function') return value as QueryParser;
  if (value === true || value === 'simple') return undefined;
  if (value === 'extended') return (query) => (query ? parseNestedQuery(query) : {});
  if (value !== false)
    refuse('query parser', value, "true, false, 'simple', 'extended' or a function (query)");
  return () => Object.create(null);
}

function jsonSettings(values: Values): JsonSettings | undefined {
  const replacer = (values['json replacer'] ?? undefined) as JsonSettings['replacer'];
  const spaces = (values['json spaces'] ?? undefined) as JsonSettings['spaces'];
  const escapes = Boolean(values['json escape']);
  if (replacer === undefined && spaces === undefined && !escapes) return undefined;
  return { replacer, spaces, escape: escapes };
}
