import { statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { OpenFile } from '../../src/disk/open-file.ts';
import { compileFileSettings } from '../../src/options/file-options.ts';
import { validatorsOf } from '../../src/response/file-response.ts';

const SETTINGS = compileFileSettings('test', {}, undefined);
const HOUR = 3_600_000;

/** Last-Modified of a file with these times, relative to now. */
function dateOf(modifiedIn: number, changedIn: number): number | undefined {
  const now = Date.now();
  const stats = Object.assign(statSync('.'), { mtimeMs: now + modifiedIn, ctimeMs: now + changedIn });
  const lastModified = validatorsOf({ stats } as OpenFile, SETTINGS).lastModified;
  return lastModified === undefined ? undefined : lastModified - now;
}

describe('Last-Modified', () => {
  test('is the time of the last modification', () => {
    expect(dateOf(-2 * HOUR, -HOUR)).toBe(-2 * HOUR);
  });

  test('is the time of the inode if the modification is in the future', () => {
    expect(dateOf(2 * HOUR, -HOUR)).toBe(-HOUR);
  });

  test('is now if both are in the future', () => {
    const date = dateOf(2 * HOUR, HOUR);
    expect(date).toBeGreaterThanOrEqual(0);
    expect(date).toBeLessThan(HOUR / 2);
  });

  test('is not sent for a time before 1970', () => {
    expect(dateOf(-Date.now() - HOUR, -HOUR)).toBeUndefined();
  });
});
