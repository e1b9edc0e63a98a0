/** @module Cold: the option `snapshot` and its checks. */

import { checkOptionNames, integerOption, invalidOption } from '@nextpress/semantics/options';

/** Limits of a snapshot. */
export interface SnapshotOptions {
  /**
   * The total size of the files in memory, in bytes; the smallest files come first. Others are read from the disk on request.
   * @defaultValue 64 MiB
   */
  readonly maxBytes?: number;
  /**
   * The size of the largest file in memory, in bytes.
   * @defaultValue 256 KiB
   */
  readonly maxFileBytes?: number;
  /**
   * The number of files and directories, with links followed. A larger tree is an error at startup.
   * @defaultValue `200_000`
   */
  readonly maxEntries?: number;
}

export type SnapshotSettings = Required<SnapshotOptions>;

const DEFAULTS: SnapshotSettings = {
  maxBytes: 64 * 1024 * 1024,
  maxFileBytes: 256 * 1024,
  maxEntries: 200_000,
};

/**
 * @returns `undefined` if no snapshot is taken
 * @throws {TypeError} for an invalid option
 */
export function compileSnapshot(owner: string, value: unknown = false): SnapshotSettings | undefined {
  if (value === false) return undefined;
  if (value === true) return DEFAULTS;
  if (typeof value !== 'object' || value === null) {
    throw invalidOption(owner, 'snapshot', 'true, false or an object', value);
  }
  checkOptionNames(owner, value, Object.keys(DEFAULTS));
  const given = value as SnapshotOptions;
  return {
    maxBytes: count(owner, given, 'maxBytes'),
    maxFileBytes: count(owner, given, 'maxFileBytes'),
    maxEntries: count(owner, given, 'maxEntries'),
  };
}

function count(owner: string, given: SnapshotOptions, name: keyof SnapshotOptions): number {
  const value: unknown = given[name] === undefined ? DEFAULTS[name] : given[name];
  return integerOption(owner, `snapshot.${name}`, value, 0);
}
