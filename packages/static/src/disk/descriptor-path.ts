/** @module Locates a file after it was opened, without a race: Linux has a link to each open file. */

import fs from 'node:fs';

const OPEN_FILES = '/proc/self/fd';

export const IS_LINUX: boolean = process.platform === 'linux';

export function descriptorLink(fd: number): string {
  return `${OPEN_FILES}/${fd}`;
}

/** The real path of an open file; `undefined` where there is no link to it: on other systems, without /proc, and for files in memory. */
export function descriptorPath(fd: number): string | undefined {
  if (!IS_LINUX) return undefined;
  try {
    return fs.readlinkSync(descriptorLink(fd));
  } catch {
    return undefined;
  }
}
