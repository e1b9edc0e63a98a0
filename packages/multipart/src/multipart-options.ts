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

/** What a form may have at most. Sizes are bytes, or `'100kb'`, `'1.5mb'`. `Infinity` switches a limit off. */
export interface MultipartLimits {
  /**
   * Number of files.
   * @defaultValue `10`
   */
  readonly files?: number;
  /**
   * Of each file.
   * @defaultValue `'10mb'`
   */
  readonly fileSize?: number | string;
  /**
   * Number of fields.
   * @defaultValue `1_000`
   */
  readonly fields?: number;
  /**
   * Of the value of each field.
   * @defaultValue `'100kb'`
   */
  readonly fieldSize?: number | string;
  /**
   * Of the name of each field or file.
   * @defaultValue `100`
   */
  readonly fieldNameSize?: number | string;
  /**
   * Fields and files together.
   * @defaultValue `1_000`
   */
  readonly parts?: number;
  /**
   * Of the whole body.
   * @defaultValue `'50mb'`
   */
  readonly totalSize?: number | string;
}

/** Options of {@link multipart}. */
export interface MultipartOptions {
  /**
   * Where files go: `'memory'`, `{ folder }`, a function that is called with each file, or `false` for handlers that read the form
   * with `req.parts()` or `req.formData()`.
   * @defaultValue `'memory'`
   */
  readonly storage?: StorageOption;
  /** What a form may have at most. */
  readonly limits?: MultipartLimits;
  /**
   * Milliseconds from the start of reading until the form must have been read, the time that its handler takes included.
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

/** What people look for, coming from other packages. */
const REMEDIES = {
  dest: 'use storage: { folder }',
  folder: 'use storage: { folder }',
  fileFilter: 'check part.type of req.parts(), or use a schema for the body',
  fileSize: 'use limits: { fileSize }',
  limit: 'use limits: { totalSize }',
};

/** @throws {TypeError} for an invalid option, and the error of the file system for a folder that cannot be made */
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
