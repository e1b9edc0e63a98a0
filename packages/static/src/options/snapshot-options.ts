/** @module Cold: the option `snapshot`, checked. */

import { quote } from './option-value.ts';

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
 * @throws {TypeError} naming the option, what it is and what to write
 */
export function compileSnapshot(owner: string, value: unknown = false): SnapshotSettings | undefined {
  if (value === false) return undefined;
  if (value === true) return DEFAULTS;
  if (typeof value !== 'object' || value === null) {
    throw new TypeError(
      `${owner}: option "snapshot" is ${quote(value)}; write true, false, or { ${Object.keys(DEFAULTS).join(', ')} }`,
    );
  }
  const stranger = Object.keys(value).find((name) => !Object.hasOwn(DEFAULTS, name));
  if (stranger !== undefined) {
    throw new TypeError(
      `${owner}: unknown option "snapshot.${stranger}"; the options are ${Object.keys(DEFAULTS).join(', ')}`,
    );
  }
  const given = value as SnapshotOptions;
  return {
    maxBytes: count(owner, given, 'maxBytes'),
    maxFileBytes: count(owner, given, 'maxFileBytes'),
    maxEntries: count(owner, given, 'maxEntries'),
  };
}

function count(owner: string, given: SnapshotOptions, name: keyof SnapshotOptions): number {
  const value: unknown = given[name] === undefined ? DEFAULTS[name] : given[name];
  if (typeof value === 'number' && value >= 0 && Number.isSafeInteger(value)) return value;
  throw new TypeError(
    `${owner}: option "snapshot.${name}" is ${quote(value)}; write a whole number of 0 or more`,
  );
}
