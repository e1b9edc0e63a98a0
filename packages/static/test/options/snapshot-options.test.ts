import { describe, expect, test } from 'vitest';
import { compileSnapshot } from '../../src/options/snapshot-options.ts';

test('compileSnapshot uses the defaults for true, and takes no snapshot for false and undefined', () => {
  expect(compileSnapshot('serveStatic', true)).toEqual({
    maxBytes: 67_108_864,
    maxFileBytes: 262_144,
    maxEntries: 200_000,
  });
  expect(compileSnapshot('serveStatic', false)).toBeUndefined();
  expect(compileSnapshot('serveStatic', undefined)).toBeUndefined();
});

test('compileSnapshot accepts limits, including 0', () => {
  expect(compileSnapshot('serveStatic', { maxBytes: 0 })).toMatchObject({
    maxBytes: 0,
    maxFileBytes: 262_144,
  });
});

describe('compileSnapshot throws for invalid options', () => {
  test.each([
    ['yes', /"snapshot".*expected true, false or an object, got "yes"/],
    [null, /"snapshot".*got null/],
    [{ maxSize: 1 }, /Unknown option "maxSize".*expected one of maxBytes, maxFileBytes, maxEntries/],
    [{ maxBytes: -1 }, /"snapshot.maxBytes".*expected an integer of at least 0, got -1/],
    [{ maxFileBytes: '1mb' }, /"snapshot.maxFileBytes".*got "1mb"/],
    [{ maxEntries: 1.5 }, /"snapshot.maxEntries".*got 1.5/],
  ])('%o', (value, message) => {
    expect(() => compileSnapshot('serveStatic', value)).toThrow(message);
  });
});
