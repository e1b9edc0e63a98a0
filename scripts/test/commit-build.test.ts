import { expect, test } from 'vitest';
import { commitOf } from '../commit-build.mjs';

test('commitOf resolves a ref to a full hash', () => {
  expect(commitOf('HEAD')).toMatch(/^[0-9a-f]{40}$/);
});

test.each(['no-such-branch', '--version', ''])('commitOf rejects %j', (ref) => {
  expect(() => commitOf(ref)).toThrow(`Unknown commit "${ref}"`);
});
