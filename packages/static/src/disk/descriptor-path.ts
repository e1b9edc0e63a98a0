import { existsSync } from 'node:fs';

/** Linux has a link to each open file here, so that a file can be located after it was opened, without a race. */
export const OPEN_FILES = '/proc/self/fd';
export const HAS_OPEN_FILES: boolean = process.platform === 'linux' && existsSync(OPEN_FILES);
