/** @module Cold: coerces options as body-parser and its dependencies do; `undefined` means the default. */

import type { BodyOptions } from '@nextpress/body';
import type { FormBodyOptions } from '@nextpress/form-body';
import type { JsonBodyOptions } from '@nextpress/json-body';
import { mediaTypeOf } from '@nextpress/semantics/content-type';
import { ACCEPTS_ANY_CHARSET } from '@nextpress-internal/internals/keys';

type Given = Readonly<Record<string, unknown>>;

type Coercion = (value: unknown, given: Given) => unknown;

/** How to coerce each option of a parser. */
type Coercions<Options> = Readonly<Record<keyof Options, Coercion>>;

const asItIs = (value: unknown): unknown => value ?? undefined;
const unlessFalse = (value: unknown): boolean => value !== false;

const BODY: Coercions<BodyOptions> = {
  limit: (value) => (value == null ? undefined : byteLimit(value)),
  inflate: unlessFalse,
  inflateRatio: (value) => value ?? Number.POSITIVE_INFINITY,
  timeout: asItIs,
  type: (value) => (value ? bodyType(value) : undefined),
  verify,
};

const TEXT = { ...BODY, defaultCharset: (value: unknown) => value || undefined };

const JSON_BODY: Coercions<JsonBodyOptions> = {
  ...TEXT,
  depth: asItIs,
  keyLimit: asItIs,
  reviver: (value) => (typeof value === 'function' ? value : undefined),
  strict: unlessFalse,
};

const FORM: Coercions<Omit<FormBodyOptions, 'arrayLimit'>> = {
  ...TEXT,
  charsetSentinel: (value) => value === true,
  depth: (value, { extended }) => (extended && value !== undefined ? nestingDepth(value) : undefined),
  extended: Boolean,
  interpretNumericEntities: (value) => value === true,
  parameterLimit: (value) => (value === undefined ? undefined : parameterLimit(value)),
};

/** Makes the parser reject requests if `defaultCharset` is unknown. `urlencoded()` throws, as in Express. */
const ANY_CHARSET: object = { [ACCEPTS_ANY_CHARSET]: true };

/** The options of each parser, coerced for our middleware. Unknown options are ignored. */
export const coerceBytes = (options: unknown): BodyOptions => coerce(BODY, options);
export const coerceText = (options: unknown): BodyOptions => ({ ...coerce(TEXT, options), ...ANY_CHARSET });
export const coerceJson = (options: unknown): JsonBodyOptions => ({
  ...coerce(JSON_BODY, options),
  ...ANY_CHARSET,
});
export const coerceForm = (options: unknown): FormBodyOptions => coerce(FORM, options);

function coerce(coercions: Readonly<Record<string, Coercion>>, options: unknown): object {
  const given = Object(options) as Given;
  const values = Object.entries(coercions).map(([name, read]) => [name, read(given[name], given)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

const BYTES = /^([-+]?\d+(?:\.\d+)?) *(kb|mb|gb|tb|pb)$/i;
const UNITS = ['kb', 'mb', 'gb', 'tb', 'pb'];

/** Like the package `bytes`: a number, a string with a unit, or the integer that a string starts with. */
function byteLimit(value: unknown): number {
  const bytes = typeof value === 'string' ? parseBytes(value) : value;
  if (typeof bytes !== 'number' || Number.isNaN(bytes)) {
    throw new TypeError(`option limit "${String(value)}" is invalid`);
  }
  return Math.max(0, Math.floor(bytes));
}

function parseBytes(size: string): number {
  const [, count, unit = ''] = BYTES.exec(size) ?? [];
  if (count === undefined) return Number.parseInt(size, 10);
  return Number(count) * 1024 ** (UNITS.indexOf(unit.toLowerCase()) + 1);
}

function verify(value: unknown): unknown {
  if (!value || typeof value === 'function') return value || undefined;
  throw new TypeError('option verify must be function');
}

/** Like type-is: an invalid media type matches nothing, an empty array everything. */
function bodyType(value: unknown): unknown {
  if (typeof value === 'function') return value;
  const types = [value].flat();
  if (types.length === 0) return '*/*';
  const patterns = types.map(mediaTypePattern).filter((pattern) => pattern !== undefined);
  return patterns.length === 0 ? () => false : patterns;
}

/** A media type or a suffix. */
const PATTERN = /^(?:[\w!#$%&'*+.^`|~-]+\/|\+)[\w!#$%&'*+.^`|~-]+$/;

function mediaTypePattern(type: unknown): string | undefined {
  if (typeof type !== 'string') return undefined;
  if (type === 'urlencoded') return 'application/x-www-form-urlencoded';
  if (type === 'multipart') return 'multipart/*';
  if (!type.startsWith('+') && !type.includes('/')) return mediaTypeOf(type);
  return PATTERN.test(type) && type === type.toLowerCase() ? type : undefined;
}

function parameterLimit(value: unknown): number {
  const limit = Number(value);
  if (!(limit >= 1)) throw new TypeError('option parameterLimit must be a positive number');
  return Math.floor(limit);
}

/** qs's default, which it also uses for options that are not numbers. */
const DEFAULT_DEPTH = 5;
/** The limit of `formBody()`: deeper values would overflow the stack of recursive code. */
const MAX_DEPTH = 1_000;

function nestingDepth(value: unknown): number {
  if (!(Number(value) >= 0)) throw new TypeError('option depth must be a zero or a positive number');
  if (value === false) return 0;
  return typeof value === 'number' ? Math.min(Math.ceil(value), MAX_DEPTH) : DEFAULT_DEPTH;
}
