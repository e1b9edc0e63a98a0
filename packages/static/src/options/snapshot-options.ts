/** @module Cold: the option `snapshot`, checked. */

import { checkOptionNames, integerOption, invalidOption } from '@nextpress/semantics/options';

/** How much of a tree is kept in memory. Every option that is left out has its default. */
export interface SnapshotOptions {
  /**
   * Bytes of files to keep in memory, in all; the smallest come first. What is left is read from the disk when it is asked for.
   * @defaultValue 64 MiB
   */
  readonly maxBytes?: number;
  /**
   * The largest file to keep in memory, in bytes.
   * @defaultValue 256 KiB
   */
  readonly maxFileBytes?: number;
  /**
   * Files and directories of the tree, links followed. A tree that has more is refused at set-up.
   * @defaultValue `200_000`
   */
  readonly maxEntries?: number;
}

/** The options, complete. */
export type SnapshotSettings = Required<SnapshotOptions>;

const DEFAULTS: SnapshotSettings = {
  maxBytes: 64 * 1024 * 1024,
  maxFileBytes: 256 * 1024,
  maxEntries: 200_000,
};

/**
 * Checks the option.
 *
 * @returns `undefined` when files are to be served live
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
