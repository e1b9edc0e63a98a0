/** @module The option `logger` of `createServer`. */

import { requireOf, requirePackage } from '@nextpress/semantics/optional-package';
import { invalidOption } from '@nextpress/semantics/options';
import { isThrownError } from '@nextpress/semantics/thrown-value';
import type { Logger, LoggerOption } from '../../types/logger.ts';
import { REDACTED_PATHS, SERIALIZERS } from './serializers.ts';

export const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

const EXPECTED =
  'true, false, a pino logger or an object with the functions fatal, error, warn, info, debug and trace; for example logger: pino({ level: "debug" })';

/** The key of a pino's serializers. */
const PINO_SERIALIZERS: unique symbol = Symbol.for('pino.serializers') as never;

/**
 * Reads the option.
 *
 * @throws TypeError if it is invalid
 * @throws Error for `true` if pino is not installed
 */
export function readLogger(option: boolean | LoggerOption | undefined): Logger | undefined {
  if (option === undefined || option === false) return undefined;
  const logger = option === true ? createPino() : option;
  if (typeof logger !== 'object' || logger === null || LEVELS.some((level) => !isFunction(logger[level]))) {
    throw invalidOption('createServer', 'logger', EXPECTED, option);
  }
  return withSerializers(logger);
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

/** Logged requests and responses must not show secrets. The application's serializers take precedence. */
function withSerializers(logger: LoggerOption & { readonly [PINO_SERIALIZERS]?: object }): Logger {
  if (logger.child === undefined) return withFields(logger, {});
  const { [PINO_SERIALIZERS]: own } = logger;
  if (own === undefined) return logger as Logger;
  const missing = Object.entries(SERIALIZERS).filter(([name]) => !(name in own));
  return logger.child({}, { serializers: Object.fromEntries(missing) });
}

/** Adds fields to each line of a logger without `child`. */
function withFields(logger: LoggerOption, fields: object): Logger {
  const functions = LEVELS.map((level) => {
    const write = (first: unknown, ...rest: unknown[]): void => {
      if (typeof first !== 'object' || first === null) logger[level](fields, first, ...rest);
      else logger[level]({ ...fields, ...(isThrownError(first) ? { err: first } : first) }, ...rest);
    };
    return [level, write];
  });
  const child = (more: object): Logger => withFields(logger, { ...fields, ...more });
  return { ...Object.fromEntries(functions), child };
}

type Pino = (options: object, stream?: unknown) => LoggerOption;

/** Creates a pino logger; its output is readable in development if pino-pretty is installed. */
function createPino(): LoggerOption {
  const places = [process.argv[1]];
  const pino = requirePackage<Pino>('pino', 'the option "logger: true" of createServer()', places);
  const options = { redact: { paths: REDACTED_PATHS, censor: '[redacted]' } };
  if (process.env.NODE_ENV !== 'development') return pino(options);
  const pretty = requireOf('pino-pretty', places)?.('pino-pretty') as Pino | undefined;
  return pretty === undefined ? pino(options) : pino(options, pretty({ sync: true }));
}
