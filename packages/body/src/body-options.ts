/** @module Cold: the options of every body parser, and their validation. */

import { constants } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  booleanOption,
  checkOptionNames,
  functionOption,
  integerOption,
  invalidOption,
  MAX_TIMER_DELAY,
} from '@nextpress/semantics/options';
import { ACCEPTS_ANY_CHARSET, BODY_PARSER_VERSION } from '@nextpress-internal/internals/keys';
import type { BodyFormat } from './body-format.ts';
import { parseByteLimit } from './byte-limit.ts';
import type { Charset } from './charset.ts';
import { charsetOf } from './charset.ts';
import type { TypeOption } from './type-option.ts';
import { mediaTypePatterns } from './type-option.ts';

/** Options of every body parser. */
export interface BodyOptions {
  /**
   * Maximum length of a body in bytes, or as `'100kb'` or `'1.5mb'`. For a compressed body, this limits the inflated
   * length. With `Infinity`, the maximum length of a `Buffer` or a string applies.
   * @defaultValue `102_400`
   */
  readonly limit?: number | string;
  /**
   * Media types to parse: `application/json`, `json` for short, `application/*`, `+json` for every type with that
   * suffix, an array of these, or a function that returns whether to parse a request's body.
   * @defaultValue the media type of the format
   */
  readonly type?: TypeOption;
  /**
   * Whether to inflate compressed bodies (gzip, deflate, br, and zstd where Node supports it). Otherwise they are
   * rejected with 415.
   * @defaultValue `true`
   */
  readonly inflate?: boolean;
  /**
   * How many times its compressed size a body may inflate to. Bodies of up to 100 kB after inflating are always accepted.
   * @defaultValue `100`
   */
  readonly inflateRatio?: number;
  /**
   * How long a body may take to arrive after reading starts, in milliseconds.
   * @defaultValue `Infinity`: only the server's `requestTimeout` applies
   */
  readonly timeout?: number;
  /**
   * Called with the inflated bytes before they are parsed. If it throws or rejects, the body is rejected with the
   * error's `status`, or 403. The function may keep the bytes.
   * @defaultValue none
   */
  readonly verify?: (
    req: IncomingMessage,
    res: ServerResponse,
    bytes: Buffer,
    charset: string | null,
  ) => unknown;
}

/** Options of every parser of a text format. */
export interface TextBodyOptions extends BodyOptions {
  /**
   * The charset of bodies whose `Content-Type` doesn't specify one.
   * @defaultValue `'utf-8'`
   */
  readonly defaultCharset?: string;
}

/** Validated options, with defaults. */
export interface BodySettings {
  /**
   * The version of body-parser to behave like: error messages are then exactly body-parser's. In version 1, a body that
   * other code has read is an error, and parsers set the request's `_body` property when they read a body.
   */
  readonly bodyParserVersion: 1 | 2 | undefined;
  /** In bytes. */
  readonly limit: number;
  readonly type: readonly string[] | ((req: IncomingMessage) => unknown);
  readonly inflate: boolean;
  readonly inflateRatio: number;
  /** In milliseconds; `undefined` for no timeout. */
  readonly timeout: number | undefined;
  readonly verify: BodyOptions['verify'] | undefined;
  /** `undefined` for formats of bytes. A string is the label of a charset that is not supported. */
  readonly defaultCharset: Charset | string | undefined;
}

const COMMON = ['limit', 'type', 'inflate', 'inflateRatio', 'timeout', 'verify'];

/** Longer bodies are rejected early, because concatenating or decoding them would throw. */
const { MAX_LENGTH, MAX_STRING_LENGTH } = constants;

/**
 * Validates the options that all formats share, and the names of the others.
 *
 * @throws {TypeError} for an invalid option
 */
export function compileSettings(format: BodyFormat, options: TextBodyOptions): BodySettings {
  const { name, charsets } = format;
  const textOptions = charsets === undefined ? [] : ['defaultCharset'];
  checkOptionNames(name, options, [...COMMON, ...textOptions, ...format.options]);
  const { limit = 102_400, type = format.type, inflate = true, inflateRatio = 100 } = options;
  return {
    bodyParserVersion: (options as { readonly [BODY_PARSER_VERSION]?: 1 | 2 })[BODY_PARSER_VERSION],
    limit: Math.min(parseByteLimit(name, limit), charsets === undefined ? MAX_LENGTH : MAX_STRING_LENGTH),
    type: typeof type === 'function' ? type : mediaTypePatterns(name, type),
    inflate: booleanOption(name, 'inflate', inflate),
    inflateRatio: integerOption(name, 'inflateRatio', inflateRatio, 1, Number.POSITIVE_INFINITY),
    timeout: milliseconds(name, options.timeout),
    verify: functionOption(name, 'verify', options.verify),
    defaultCharset: charsets === undefined ? undefined : defaultCharset(name, options, charsets),
  };
}

function milliseconds(owner: string, timeout: number = Number.POSITIVE_INFINITY): number | undefined {
  if (timeout === Number.POSITIVE_INFINITY) return undefined;
  if (Number.isInteger(timeout) && timeout >= 1 && timeout <= MAX_TIMER_DELAY) return timeout;
  const expected = `milliseconds from 1 to ${MAX_TIMER_DELAY}, or Infinity`;
  throw invalidOption(owner, 'timeout', expected, timeout);
}

function defaultCharset(
  owner: string,
  options: TextBodyOptions & { readonly [ACCEPTS_ANY_CHARSET]?: boolean },
  charsets: readonly string[] | 'any',
): Charset | string {
  const { defaultCharset: name, [ACCEPTS_ANY_CHARSET]: acceptsAny = false } = options;
  const label = name === undefined ? 'utf-8' : String(name).toLowerCase();
  const charset = charsets === 'any' || charsets.includes(label) ? charsetOf(label) : undefined;
  if (charset !== undefined) return charset;
  if (acceptsAny) return label;
  const expected =
    charsets === 'any' ? 'a label of TextDecoder such as "utf-8"' : `one of ${charsets.join(', ')}`;
  throw invalidOption(owner, 'defaultCharset', expected, name);
}
