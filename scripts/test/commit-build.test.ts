import { expect, test } from 'vitest';
import { commitOf } from '../commit-build.mjs';

test('a ref stands for a whole hash', () => {
  expect(commitOf('HEAD')).toMatch(/^[0-9a-f]{40}$/);
});

test.each(['no-such-branch', '--version', ''])('there is no commit %j', (ref) => {
  expect(() => commitOf(ref)).toThrow(`git knows no commit "${ref}"`);
});
