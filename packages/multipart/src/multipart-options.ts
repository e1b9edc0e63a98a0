/** @module Cold: the options of `multipart()`, and their validation. */

import { parseByteLimit } from '@nextpress/body/byte-limit';
import {
  checkOptionNames,
  integerOption,
  invalidOption,
  MAX_TIMER_DELAY,
} from '@nextpress/semantics/options';
import type { Storage, StorageOption } from './storage.ts';
import { createStorage } from './storage.ts';

/** Maximum numbers and sizes. Sizes are in bytes, or strings such as `'100kb'` and `'1.5mb'`. `Infinity` disables a limit. */
export interface MultipartLimits {
  /**
   * Number of files.
   * @defaultValue `10`
   */
  readonly files?: number;
  /**
   * Size of each file.
   * @defaultValue `'10mb'`
   */
  readonly fileSize?: number | string;
  /**
   * Number of fields.
   * @defaultValue `1_000`
   */
  readonly fields?: number;
  /**
   * Size of each field's value.
   * @defaultValue `'100kb'`
   */
  readonly fieldSize?: number | string;
  /**
   * Size of the name of each field or file.
   * @defaultValue `100`
   */
  readonly fieldNameSize?: number | string;
  /**
   * Number of fields and files together.
   * @defaultValue `1_000`
   */
  readonly parts?: number;
  /**
   * Size of the whole body.
   * @defaultValue `'50mb'`
   */
  readonly totalSize?: number | string;
}

/** Options of {@link multipart}. */
export interface MultipartOptions {
  /**
   * Where to store files: `'memory'`, `{ folder }`, a function that is called with each file, or `false` for handlers that read the
   * form with `req.parts()` or `req.formData()`.
   * @defaultValue `'memory'`
   */
  readonly storage?: StorageOption;
  /** Maximum numbers and sizes of files and fields. */
  readonly limits?: MultipartLimits;
  /**
   * How long reading a form may take, in milliseconds, including the time of a handler that reads it with `req.parts()`.
   * @defaultValue `300_000`
   */
  readonly timeout?: number;
}

/** Validated options, with defaults. */
export interface MultipartSettings {
  readonly storage: Storage | false;
  readonly limits: Readonly<Record<keyof MultipartLimits, number>>;
  /** In milliseconds; `undefined` for no timeout. */
  readonly timeout: number | undefined;
}

const OWNER = 'multipart';

const COUNTS = { files: 10, fields: 1_000, parts: 1_000 };
const SIZES = { fileSize: '10mb', fieldSize: '100kb', fieldNameSize: 100, totalSize: '50mb' };

/** What to use for options of other packages. */
const REMEDIES = {
  dest: 'use storage: { folder }',
  folder: 'use storage: { folder }',
  fileFilter: 'check part.type of req.parts(), or use a schema for the body',
  fileSize: 'use limits: { fileSize }',
  limit: 'use limits: { totalSize }',
};

/** @throws {TypeError} for an invalid option, or the system error for a folder that cannot be created */
export function compileMultipartSettings(options: MultipartOptions): MultipartSettings {
  checkOptionNames(OWNER, options, ['storage', 'limits', 'timeout'], REMEDIES);
  const { storage = 'memory', limits = {}, timeout = 300_000 } = options;
  return {
    limits: compileLimits(limits),
    timeout: milliseconds(timeout),
    storage: storage === false ? false : createStorage(storage),
  };
}

function compileLimits(limits: MultipartLimits): MultipartSettings['limits'] {
  checkOptionNames(`limits of ${OWNER}`, limits, [...Object.keys(COUNTS), ...Object.keys(SIZES)]);
  const count = (name: keyof typeof COUNTS): number =>
    integerOption(OWNER, `limits.${name}`, limits[name] ?? COUNTS[name], 0, Number.POSITIVE_INFINITY);
  const size = (name: keyof typeof SIZES): number =>
    parseByteLimit(OWNER, limits[name] ?? SIZES[name], `limits.${name}`);
  return {
    files: count('files'),
    fields: count('fields'),
    parts: count('parts'),
    fileSize: size('fileSize'),
    fieldSize: size('fieldSize'),
    fieldNameSize: size('fieldNameSize'),
    totalSize: size('totalSize'),
  };
}

function milliseconds(timeout: unknown): number | undefined {
  if (timeout === Number.POSITIVE_INFINITY) return undefined;
  if (Number.isInteger(timeout) && Number(timeout) >= 1 && Number(timeout) <= MAX_TIMER_DELAY) {
    return Number(timeout);
  }
  throw invalidOption(OWNER, 'timeout', `milliseconds from 1 to ${MAX_TIMER_DELAY}, or Infinity`, timeout);
}
