import { expect, test } from 'vitest';
import { reusePortProblem } from '../../../src/internal/primary/reuse-port.ts';

test.each([
  ['linux', '20.20.2', 'Node 20.20.2 does not support it (22.12 and 23.1 do)'],
  ['linux', '22.11.0', 'Node 22.11.0 does not support it (22.12 and 23.1 do)'],
  ['linux', '22.12.0', undefined],
  ['linux', '23.0.0', 'Node 23.0.0 does not support it (22.12 and 23.1 do)'],
  ['freebsd', '24.21.0', undefined],
  ['darwin', '24.21.0', 'darwin does not distribute connections (Linux and FreeBSD do)'],
  ['win32', '26.0.0', 'win32 does not distribute connections (Linux and FreeBSD do)'],
])('reusePort on %s with Node %s', (platform, version, problem) => {
  expect(reusePortProblem(platform, version)).toBe(problem);
});
