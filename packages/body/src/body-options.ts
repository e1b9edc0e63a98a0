/** @module Cold: the options that every parser has, checked. */

import { constants } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyFormat } from './body-format.ts';
import { parseByteLimit } from './byte-limit.ts';
import type { Charset } from './charset.ts';
import { charsetOf } from './charset.ts';
import { booleanOption, checkOptionNames, countOption, functionOption } from './option-value.ts';
import type { TypeOption } from './type-option.ts';
import { mediaTypePatterns } from './type-option.ts';

/** What every parser takes. Every option that is left out has its default. */
export interface BodyOptions {
  /**
   * Longest body accepted, in bytes or as `'100kb'`, `'1.5mb'`; of a compressed body, the inflated one. `Infinity` for no
   * limit but what a `Buffer` or a string can hold.
   * @defaultValue `102_400`
   */
  readonly limit?: number | string;
  /**
   * Media types to parse: `application/json`, `json` for short, `application/*`, `+json` for every type with that suffix, a
   * list of them, or a function that is given the request.
   * @defaultValue the format's own
   */
  readonly type?: TypeOption;
  /**
   * Whether compressed bodies (gzip, deflate, br, and zstd where Node has it) are inflated; otherwise they are refused
   * with 415.
   * @defaultValue `true`
   */
  readonly inflate?: boolean;
  /**
   * How many times its size a compressed body may inflate to. Those of at most 100 kB inflated aren't measured.
   * @defaultValue `100`
   */
  readonly inflateRatio?: number;
  /**
   * Milliseconds that a body may take to arrive from when it is begun to be read.
   * @defaultValue `Infinity`: the server's own `requestTimeout` holds
   */
  readonly timeout?: number;
  /**
   * Looks at the inflated bytes before they are parsed, and refuses the body by throwing or rejecting: with 403, or with the
   * `status` of the error. The bytes may be kept.
   * @defaultValue none
   */
  readonly verify?: (
    req: IncomingMessage,
    res: ServerResponse,
    bytes: Buffer,
    charset: string | null,
  ) => unknown;
}

/** What every parser of text takes. */
export interface TextBodyOptions extends BodyOptions {
  /**
   * The charset of a body whose `Content-Type` has none.
   * @defaultValue `'utf-8'`
   */
  readonly defaultCharset?: string;
}

/** The options, complete. */
export interface BodySettings {
  /** Bytes. */
  readonly limit: number;
  /** Patterns of media types, or what tells of a request whether it is one to parse. */
  readonly type: readonly string[] | ((req: IncomingMessage) => unknown);
  readonly inflate: boolean;
  readonly inflateRatio: number;
  /** Milliseconds; `undefined` for no limit. */
  readonly timeout: number | undefined;
  readonly verify: BodyOptions['verify'] | undefined;
  /** `undefined` for a format of bytes. */
  readonly defaultCharset: Charset | undefined;
}

const COMMON = ['limit', 'type', 'inflate', 'inflateRatio', 'timeout', 'verify'];

/** A longer body than one `Buffer` or string can hold is refused, rather than failing when it is joined. */
const { MAX_LENGTH, MAX_STRING_LENGTH } = constants;

/** The longest delay that a timer of Node can have. */
const MOST_MILLISECONDS = 2 ** 31 - 1;

/**
 * Checks the options that all formats share, and the names of the format's own, and fills in the defaults.
 *
 * @throws {TypeError} or {RangeError} naming the option, what it is and what to write
 */
export function compileSettings(format: BodyFormat, options: TextBodyOptions): BodySettings {
  const { name, charsets } = format;
  const ofText = charsets === undefined ? [] : ['defaultCharset'];
  checkOptionNames(name, options, [...COMMON, ...ofText, ...format.options]);
  const { limit = 102_400, type = format.type, inflate = true, inflateRatio = 100 } = options;
  return {
    limit: Math.min(parseByteLimit(name, limit), charsets === undefined ? MAX_LENGTH : MAX_STRING_LENGTH),
    type: typeof type === 'function' ? type : mediaTypePatterns(name, type),
    inflate: booleanOption(name, 'inflate', inflate),
    inflateRatio: countOption(name, 'inflateRatio', inflateRatio, 1),
    timeout: milliseconds(name, options.timeout),
    verify: functionOption(name, 'verify', options.verify),
    defaultCharset:
      charsets === undefined ? undefined : defaultCharset(name, options.defaultCharset, charsets),
  };
}

function milliseconds(of: string, timeout: number = Number.POSITIVE_INFINITY): number | undefined {
  const checked = countOption(of, 'timeout', timeout, 1);
  if (checked === Number.POSITIVE_INFINITY) return undefined;
  if (checked <= MOST_MILLISECONDS) return checked;
  throw new RangeError(
    `${of}: option "timeout" is ${timeout} ms; write at most ${MOST_MILLISECONDS}, or Infinity for no limit`,
  );
}

function defaultCharset(of: string, name: unknown, charsets: readonly string[] | 'any'): Charset {
  const label = name === undefined ? 'utf-8' : String(name).toLowerCase();
  const charset = charsets === 'any' || charsets.includes(label) ? charsetOf(label) : undefined;
  if (charset !== undefined) return charset;
  throw new TypeError(
    `${of}: option "defaultCharset" is ${typeof name === 'string' ? JSON.stringify(name) : String(name)}; ` +
      `write ${charsets === 'any' ? "a charset that TextDecoder knows, such as 'utf-8'" : `one of ${charsets.join(', ')}`}`,
  );
}
