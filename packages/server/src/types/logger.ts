import type { Anything } from './values.ts';

/** Writes a line: `info({ order: 7 }, 'order placed')` or `info('order placed')`. */
export interface LogFunction {
  (fields: object, message?: string, ...values: Anything[]): void;
  (message: string, ...values: Anything[]): void;
}

/** A logger with the levels of pino: what `req.log` is. */
export interface Logger {
  readonly fatal: LogFunction;
  readonly error: LogFunction;
  readonly warn: LogFunction;
  readonly info: LogFunction;
  readonly debug: LogFunction;
  readonly trace: LogFunction;
  /** Makes a logger whose lines all have some fields. */
  child(fields: object): Logger;
}

/** What the option `logger` takes: a pino, or an object with its levels. Without `child`, fields are added to each line. */
export type LoggerOption = {
  readonly [Level in Exclude<keyof Logger, 'child'>]: (...args: Anything[]) => void;
} & { child?(fields: Anything, options?: Anything): Anything };
