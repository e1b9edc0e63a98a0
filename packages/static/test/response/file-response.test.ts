import { statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { OpenFile } from '../../src/disk/open-file.ts';
import { compileFileSettings } from '../../src/options/file-options.ts';
import { validatorsOf } from '../../src/response/file-response.ts';

const SETTINGS = compileFileSettings('test', {}, undefined);
const HOUR = 3_600_000;

/** The date of a file that was modified, and whose inode was changed, so long from now. */
function dateOf(modifiedIn: number, changedIn: number): number | undefined {
  const now = Date.now();
  const stats = Object.assign(statSync('.'), { mtimeMs: now + modifiedIn, ctimeMs: now + changedIn });
  const lastModified = validatorsOf({ stats } as OpenFile, SETTINGS).lastModified;
  return lastModified === undefined ? undefined : lastModified - now;
}

describe('the date of a file', () => {
  test('is that of its last modification', () => {
    expect(dateOf(-2 * HOUR, -HOUR)).toBe(-2 * HOUR);
  });

  test('is that at which its inode was changed, where it is from the future', () => {
    expect(dateOf(2 * HOUR, -HOUR)).toBe(-HOUR);
  });

  test('is now, where both are', () => {
    const date = dateOf(2 * HOUR, HOUR);
    expect(date).toBeGreaterThanOrEqual(0);
    expect(date).toBeLessThan(HOUR / 2);
  });

  test('is none before 1970, which no field can name', () => {
    expect(dateOf(-Date.now() - HOUR, -HOUR)).toBeUndefined();
  });
});
