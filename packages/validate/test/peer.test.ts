import { expect, test } from 'vitest';
import { loadPeer } from '../src/peer.ts';

test('the error for a missing package has the command that installs it', () => {
  expect(() => loadPeer('not-installed/dist/index.js', 'validation')).toThrow(
    'Cannot find the package "not-installed", which validation needs: npm install not-installed',
  );
});
