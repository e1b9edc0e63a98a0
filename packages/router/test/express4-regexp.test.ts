import { express4RegExp } from '@nextpress/router';
import { caseCount } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import pathToRegexp01 from 'path-to-regexp-0.1';
import { expect, test } from 'vitest';
import { pattern4 } from './arbitrary.ts';

const paths = fc.oneof(
  pattern4,
  fc.constantFrom(/^\/a(b)?(?<name>c)\/(?:d)$/i, /\\\(x(y)/),
  fc.array(fc.oneof(pattern4, fc.constant(/^\/x(y)$/)), { minLength: 1, maxLength: 3 }),
);
const options = fc.record({ caseSensitive: fc.boolean(), end: fc.boolean(), strict: fc.boolean() });

test('express4RegExp() writes the same expression and keys as path-to-regexp 0.1', () => {
  fc.assert(
    fc.property(paths, options, (path, { caseSensitive, end, strict }) => {
      const keys: object[] = [];
      let regexp: RegExp;
      try {
        regexp = pathToRegexp01(path as never, keys as never, { sensitive: caseSensitive, end, strict });
      } catch {
        return;
      }
      const ours = express4RegExp(path, { caseSensitive, end, strict });
      expect(String(ours.regexp)).toBe(String(regexp));
      expect(ours.keys).toEqual(keys);
    }),
    { numRuns: caseCount(3_000) },
  );
});

test('express4RegExp() does not change a regular expression', () => {
  const path = /^\/a$/;
  expect(express4RegExp(path, { caseSensitive: false, end: true, strict: false }).regexp).not.toBe(path);
});
