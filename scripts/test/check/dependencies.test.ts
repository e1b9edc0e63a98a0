import { expect, test } from 'vitest';
import { missingAuditIn } from '../../check/dependencies.mjs';

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
