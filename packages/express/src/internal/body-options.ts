/** @module Cold: how body-parser and its dependencies read each option. `undefined` stands for the default. */

import type { BodyOptions } from '@nextpress/body';
import type { FormBodyOptions } from '@nextpress/form-body';
import type { JsonBodyOptions } from '@nextpress/json-body';
import { mediaTypeOf } from '@nextpress/semantics/content-type';

type Given = Readonly<Record<string, unknown>>;

type Coercion = (value: unknown, given: Given) => unknown;

/** For each option of a parser, what its value comes to. */
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

/** The options of each parser as the middleware of this workspace takes them. Unknown options are ignored. */
export const coerceBytes = (options: unknown): BodyOptions => coerce(BODY, options);
export const coerceText = (options: unknown): BodyOptions => coerce(TEXT, options);
export const coerceJson = (options: unknown): JsonBodyOptions => coerce(JSON_BODY, options);
export const coerceForm = (options: unknown): FormBodyOptions => coerce(FORM, options);

function coerce(coercions: Readonly<Record<string, Coercion>>, options: unknown): object {
  const given = Object(options) as Given;
  const values = Object.entries(coercions).map(([name, read]) => [name, read(given[name], given)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

const BYTES = /^([-+]?\d+(?:\.\d+)?) *(kb|mb|gb|tb|pb)$/i;
const UNITS = ['kb', 'mb', 'gb', 'tb', 'pb'];

/** As the package bytes: a number as it is, a text with a unit, or the whole number that a text begins with. */
function byteLimit(value: unknown): number {
  const bytes = typeof value === 'string' ? parseBytes(value) : value;
  if (typeof bytes !== 'number' || Number.isNaN(bytes)) {
    throw new TypeError(`option limit "${String(value)}" is invalid`);
  }
  return Math.max(0, Math.floor(bytes));
}

function parseBytes(text: string): number {
  const [, count, unit = ''] = BYTES.exec(text) ?? [];
  if (count === undefined) return Number.parseInt(text, 10);
  return Number(count) * 1024 ** (UNITS.indexOf(unit.toLowerCase()) + 1);
}

function verify(value: unknown): unknown {
  if (!value || typeof value === 'function') return value || undefined;
  throw new TypeError('option verify must be function');
}

/** As type-is: what is no media type matches nothing, and an empty list everything. */
function bodyType(value: unknown): unknown {
  if (typeof value === 'function') return value;
  const types = [value].flat();
  if (types.length === 0) return '*/*';
  const patterns = types.map(mediaTypePattern).filter((pattern) => pattern !== undefined);
  return patterns.length === 0 ? () => false : patterns;
}

/** A media type or a suffix, in lower case as those of requests are compared. */
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

/** The depth of qs where the option is no number. */
const DEFAULT_DEPTH = 5;
/** The most that `formBody()` allows: a deeper value overflows the stack of recursive code. */
const MOST_DEPTH = 1_000;

function nestingDepth(value: unknown): number {
  if (!(Number(value) >= 0)) throw new TypeError('option depth must be a zero or a positive number');
  if (value === false) return 0;
  return typeof value === 'number' ? Math.min(Math.ceil(value), MOST_DEPTH) : DEFAULT_DEPTH;
}
