import type { Anything } from './values.ts';

/** Writes a line: `info({ order: 7 }, 'order placed')` or `info('order placed')`. */
export interface LogFunction {
  (fields: object, message?: string, ...values: Anything[]): void;
  (message: string, ...values: Anything[]): void;
}

/** A logger with pino's levels, such as `req.log`. */
export interface Logger {
  readonly fatal: LogFunction;
  readonly error: LogFunction;
  readonly warn: LogFunction;
  readonly info: LogFunction;
  readonly debug: LogFunction;
  readonly trace: LogFunction;
  /** Creates a logger that adds fields to each line. */
  child(fields: object): Logger;
}

/**
 * The option `logger`: a pino logger, or an object with its levels. Without `child`, fields are added to each
 * line.
 */
export type LoggerOption = {
  readonly [Level in Exclude<keyof Logger, 'child'>]: (...args: Anything[]) => void;
} & { child?(fields: Anything, options?: Anything): Anything };
