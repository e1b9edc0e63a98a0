import { expect, test } from 'vitest';
import { isAccepted, missingAuditIn } from '../../check/dependencies.mjs';

test.each([
  'MIT',
  'MIT OR GPL-3.0',
  '(GPL-2.0 OR MIT)',
  '(MIT AND Zlib)',
  'MIT AND (GPL-3.0 OR Zlib)',
  '((GPL-2.0 OR MIT) AND ISC)',
  'GPL-3.0 AND GPL-2.0 OR MIT',
])('%s is accepted', (license) => {
  expect(isAccepted(license)).toBe(true);
});

test.each([
  'GPL-3.0',
  'MIT AND GPL-3.0',
  'GPL-3.0 AND (Apache-2.0 OR MIT)',
  '(MIT OR ISC) AND (GPL-3.0 OR GPL-2.0)',
  'MIT OR ISC) AND GPL-3.0',
  'Apache-2.0 WITH LLVM-exception',
  'Unknown',
  '',
])('"%s" is refused', (license) => {
  expect(isAccepted(license)).toBe(false);
});

test.each([
  [404, '404'],
  [405, '405'],
  [501, '501'],
  [400, undefined],
  [401, undefined],
  [500, undefined],
])('an audit to which the registry responds with %i is skipped with %j', (status, skipped) => {
  const output = `[ERR_PNPM_AUDIT_BAD_RESPONSE] The audit endpoint responded with ${status}: no`;
  expect(missingAuditIn(output)).toBe(skipped);
});
