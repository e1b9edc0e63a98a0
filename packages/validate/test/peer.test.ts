import { expect, test } from 'vitest';
import { loadPeer } from '../src/peer.ts';

test('the error for a missing package has the command that installs it', () => {
  expect(() => loadPeer('not-installed/dist/index.js', 'validation')).toThrow(
    'Missing package for validation: expected not-installed to be installed. Run: npm install not-installed',
  );
});
