import { expect, test } from 'vitest';
import { isAccepted } from '../../check/dependencies.mjs';

test.each(['MIT', 'MIT OR GPL-3.0', '(GPL-2.0 OR MIT)', '(MIT AND Zlib)'])('%s is accepted', (license) => {
  expect(isAccepted(license)).toBe(true);
});

test.each(['GPL-3.0', 'MIT AND GPL-3.0', 'Unknown', ''])('"%s" is refused', (license) => {
  expect(isAccepted(license)).toBe(false);
});
