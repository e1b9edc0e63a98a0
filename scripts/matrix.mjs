// `npm run test:matrix`: the tests whose result can depend on Node, under every supported Node.
// Arguments select: `npm run test:matrix -- 22 26`. `--brief` leaves out tests that only use Node's documented API.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binOf, capture } from './child.mjs';
import { install } from './install.mjs';
import { environmentOf, installNodes, matrixNodes, supportedMajors } from './node-matrix.mjs';
import { announce, conclude, orExit, plural, StepFailure, step } from './terminal.mjs';
import { turbo } from './turbo.mjs';

/** Parts of the paths of the tests that depend on Node's private members, its parser, V8 or module loading. */
const CLOSE = [
  'packages/core/',
  'packages/fast-lane/',
  'packages/fetch/',
  'packages/http2/',
  'packages/inject/',
  'packages/internals/',
  'packages/lifecycle/',
  'packages/multipart/',
  'packages/nextpress/test/packed.full',
  'packages/nextpress/test/request-costs',
  'packages/nextpress/test/require',
  'packages/nextpress/test/restricted',
  'packages/server/test/http2/',
  'packages/server/test/internal/connection/',
  'packages/server/test/shutdown/',
  'tests/fuzz/test/regressions',
  '.shape.test.ts',
];
/** Also those that use sockets, streams and files. */
const ALL = [
  ...CLOSE,
  'packages/body/',
  'packages/cluster/',
  'packages/dev/test/dev.integration',
  'packages/events/',
  'packages/json-body/test/lanes',
  'packages/nextpress/test/hostile/',
  'packages/server/',
  // The name enables a test that takes long.
  'packages/server/test/scopes/scope-rule.full',
  'packages/static/test/send-file',
  'packages/static/test/serve-static',
  'packages/validate/',
  'packages/websocket/',
];

const isBrief = process.argv.includes('--brief');
const asked = process.argv.slice(2).filter((argument) => argument !== '--brief');
const all = matrixNodes();
const nodes = asked.length === 0 ? all : all.filter(({ major }) => asked.includes(major));

announce('test:matrix');
const unknown = asked.filter((major) => !supportedMajors().includes(major));
if (unknown.length > 0) {
  console.error(`  Unknown Node ${unknown.join(', ')}: expected ${supportedMajors().join(', ')}\n`);
  process.exit(1);
}
if (all.length === 0) {
  console.log(`  skipped: npm has no Nodes for ${process.platform} on ${process.arch}\n`);
  process.exit(0);
}

orExit(await step('install', install));
orExit(await step('build', () => turbo(['build'])));
orExit(await step('nodes', () => installNodes(nodes)));

const reports = mkdtempSync(join(tmpdir(), 'nextpress-matrix-'));
const sum = { passed: 0, failed: 0 };
for (const node of nodes) {
  await step(`Node ${node.version}`, async (say) => {
    const report = join(reports, `${node.version}.json`);
    const { code, output } = await capture(
      node.path,
      [
        binOf('vitest'),
        'run',
        ...(isBrief ? CLOSE : ALL),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      { env: environmentOf(node), onLine: say },
    );
    const { passed, failed } = countsOf(report);
    sum.passed += passed;
    // A run can also fail outside of tests.
    sum.failed += code === 0 ? failed : Math.max(failed, 1);
    if (code !== 0) throw new StepFailure(`${failed} failed, ${passed} passed`, output);
    return `${passed} passed`;
  });
}
rmSync(reports, { recursive: true });

conclude('Matrix', sum, ` on ${plural(nodes.length, 'Node')}`);

/** @param {string} report */
function countsOf(report) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: Number(numPassedTests), failed: Number(numFailedTests) };
  } catch {
    return { passed: 0, failed: 0 };
  }
}
