/** @module What a parser is made of: a format of its own, and the reading of bytes that all of them share. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeOption } from './type-option.ts';

/** A middleware for Express, Connect, Polka, Nextpress and, with a `next` of your own, for bare `node:http`. */
export type BodyMiddleware = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => void;

interface CommonFormat {
  /** The function that makes the middleware, for the messages of errors at set-up. */
  readonly name: string;
  /** The option `type` where it is left out. */
  readonly type: TypeOption;
  /** The names of its own options, beside those of {@link BodyOptions}. */
  readonly options: readonly string[];
  /** The value of a body without a byte. */
  empty(): unknown;
}

/** A format of bytes. */
export interface BytesFormat extends CommonFormat {
  readonly charsets?: undefined;
  /** Gives the value of `req.body`; what it throws is passed to `next`. */
  parse(bytes: Buffer): unknown;
}

/** A format of text. */
export interface TextFormat extends CommonFormat {
  /** The labels of the charsets that are accepted, in lower case; `'any'` for all that are known. */
  readonly charsets: readonly string[] | 'any';
  /** Gives the value of `req.body`; what it throws is passed to `next`. */
  parse(text: string, charset: string): unknown;
}

/** A kind of body. */
export type BodyFormat = BytesFormat | TextFormat;
