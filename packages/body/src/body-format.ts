/** @module A body format: a media type, options and a parse function. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeOption } from './type-option.ts';

/** Middleware for Express, Connect, Polka and Nextpress. With bare `node:http`, call it with your own `next`. */
export type BodyMiddleware = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => void;

interface CommonFormat {
  /** The name of the function that creates the middleware, for error messages. */
  readonly name: string;
  /** The default of the option `type`. */
  readonly type: TypeOption;
  /** Option names in addition to those of {@link BodyOptions}. */
  readonly options: readonly string[];
  /** Returns the value of an empty body. */
  empty(): unknown;
}

/** A format that is parsed from bytes. */
export interface BytesFormat extends CommonFormat {
  readonly charsets?: undefined;
  /** Returns the value for `req.body`. Errors that it throws are passed to `next`. */
  parse(bytes: Buffer): unknown;
}

/** A format that is parsed from text. */
export interface TextFormat extends CommonFormat {
  /** The labels of accepted charsets in lower case; `'any'` accepts every supported charset. */
  readonly charsets: readonly string[] | 'any';
  /** Returns the value for `req.body`. Errors that it throws are passed to `next`. */
  parse(text: string, charset: string): unknown;
}

/** A format of bodies. */
export type BodyFormat = BytesFormat | TextFormat;
