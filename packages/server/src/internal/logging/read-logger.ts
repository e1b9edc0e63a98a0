/** @module The option `logger` of `createServer`. */

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { invalidOption } from '@nextpress/semantics/options';
import type { Logger, LoggerOption } from '../../types/logger.ts';
import { REDACTED_PATHS, SERIALIZERS } from './serializers.ts';

export const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

const EXPECTED =
  'true, false, a pino or an object with the functions fatal, error, warn, info, debug and trace; for example logger: pino({ level: "debug" })';

/** The key of a pino's serializers. */
const PINO_SERIALIZERS: unique symbol = Symbol.for('pino.serializers') as never;

/**
 * Reads the option.
 *
 * @throws TypeError when it is invalid
 * @throws Error for `true` when pino is not installed
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

/** Logged requests and responses must not show secrets. The serializers of the application come first. */
function withSerializers(logger: LoggerOption & { readonly [PINO_SERIALIZERS]?: object }): Logger {
  if (logger.child === undefined) return withFields(logger, {});
  const { [PINO_SERIALIZERS]: own } = logger;
  if (own === undefined) return logger as Logger;
  const missing = Object.entries(SERIALIZERS).filter(([name]) => !(name in own));
  return logger.child({}, { serializers: Object.fromEntries(missing) });
}

/** Adds fields to each line of a logger that cannot make children. */
function withFields(logger: LoggerOption, fields: object): Logger {
  const functions = LEVELS.map((level) => {
    const write = (first: unknown, ...rest: unknown[]): void => {
      if (typeof first !== 'object' || first === null) logger[level](fields, first, ...rest);
      else logger[level]({ ...fields, ...(first instanceof Error ? { err: first } : first) }, ...rest);
    };
    return [level, write];
  });
  const child = (more: object): Logger => withFields(logger, { ...fields, ...more });
  return { ...Object.fromEntries(functions), child };
}

type Pino = (options: object, stream?: unknown) => LoggerOption;

/** Makes a pino as the application would; readable in development, when pino-pretty is installed. */
function createPino(): LoggerOption {
  const pino = requirePackage('pino') as Pino | undefined;
  if (pino === undefined) {
    throw new Error(
      'Missing package for the option "logger" of createServer(): expected pino to be installed for true. Run: npm install pino',
    );
  }
  const options = { redact: { paths: REDACTED_PATHS, censor: '[redacted]' } };
  const pretty = process.env.NODE_ENV === 'development' ? requirePackage('pino-pretty') : undefined;
  return pretty === undefined ? pino(options) : pino(options, (pretty as Pino)({ sync: true }));
}

/** Loads a package from the folder of the program, or from the working directory; `undefined` when it is not installed. */
function requirePackage(name: string): unknown {
  for (const from of [process.argv[1], join(process.cwd(), 'noop.js')]) {
    const require = from === undefined ? undefined : createRequire(from);
    if (require !== undefined && isInstalled(require, name)) return require(name);
  }
  return undefined;
}

function isInstalled(require: NodeJS.Require, name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}
