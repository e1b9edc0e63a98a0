/** @module Cold: the options of `jsonBody()`, checked. */

import type { MediaType } from '@nextpress/semantics/media-type';
import { matchesMediaType } from '@nextpress/semantics/media-type';
import { parseByteLimit } from './byte-limit.ts';

/** What {@link jsonBody} takes. Every option that is left out has its default. */
export interface JsonBodyOptions {
  /**
   * Longest body accepted, in bytes or as `'100kb'`, `'1.5mb'`. Counts for the body as it is sent and, when it is
   * compressed, for the inflated one too.
   * @defaultValue `102_400`
   */
  readonly limit?: number | string;
  /**
   * Media types to parse: `application/json`, `application/*`, `+json` for every type with that suffix, or a list.
   * @defaultValue `'application/json'`
   */
  readonly type?: string | readonly string[];
  /**
   * Whether only objects and arrays are accepted; otherwise any JSON value is.
   * @defaultValue `true`
   */
  readonly strict?: boolean;
  /**
   * Second argument of `JSON.parse`. What it throws is passed to `next` as it is.
   * @defaultValue none
   */
  readonly reviver?: (this: unknown, key: string, value: unknown) => unknown;
  /**
   * Whether compressed bodies (gzip, deflate, br) are inflated; otherwise they are refused with 415.
   * @defaultValue `true`
   */
  readonly inflate?: boolean;
}

/** The options, complete. */
export interface JsonBodySettings {
  /** Bytes. */
  readonly limit: number;
  readonly types: readonly string[];
  readonly strict: boolean;
  readonly reviver: JsonBodyOptions['reviver'] | undefined;
  readonly inflate: boolean;
}

const DEFAULTS = {
  limit: 102_400,
  type: 'application/json',
  strict: true,
  reviver: undefined,
  inflate: true,
};

/** Any media type: trying a pattern on it tells whether it is one. */
const SAMPLE: MediaType = {
  essence: 'a/b',
  type: 'a',
  subtype: 'b',
  suffix: undefined,
  parameters: new Map(),
};

/**
 * Checks the options and fills in the defaults.
 *
 * @throws {TypeError} or {RangeError} naming the option, what it is and what to write
 */
export function compileSettings(options: JsonBodyOptions): JsonBodySettings {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(
      `jsonBody takes an object of options, got ${options === null ? 'null' : typeof options}`,
    );
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(DEFAULTS, name));
  if (unknown !== undefined) {
    const known = Object.keys(DEFAULTS).join(', ');
    throw new TypeError(`jsonBody: unknown option "${unknown}"; the options are ${known}`);
  }
  const { limit = DEFAULTS.limit, type = DEFAULTS.type, reviver } = options;
  const { strict = DEFAULTS.strict, inflate = DEFAULTS.inflate } = options;
  if (reviver !== undefined && typeof reviver !== 'function') {
    throw new TypeError(`jsonBody: option "reviver" is of type ${typeof reviver}; write a function`);
  }
  return {
    limit: parseByteLimit(limit),
    types: mediaTypes(type),
    strict: isOn('strict', strict),
    reviver,
    inflate: isOn('inflate', inflate),
  };
}

function isOn(option: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new TypeError(`jsonBody: option "${option}" is ${String(value)}; write true or false`);
}

function mediaTypes(option: unknown): readonly string[] {
  const types: readonly unknown[] = Array.isArray(option) ? option : [option];
  if (types.length === 0) {
    throw new TypeError(
      'jsonBody: option "type" is an empty list; write a media type, or leave jsonBody() out',
    );
  }
  return types.map(mediaTypePattern);
}

function mediaTypePattern(type: unknown): string {
  if (typeof type !== 'string') {
    throw new TypeError(
      `jsonBody: option "type" has ${type === null ? 'null' : `a ${typeof type}`}; write strings`,
    );
  }
  try {
    matchesMediaType(SAMPLE, type);
  } catch (cause) {
    throw new TypeError(`jsonBody: option "type": ${(cause as Error).message}`, { cause });
  }
  return type;
}
