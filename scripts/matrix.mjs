// `npm run test:matrix`: the whole suite under every supported Node.
// Arguments select: `npm run test:matrix -- 22 26`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binOf, capture } from './child.mjs';
import { install } from './install.mjs';
import { environmentOf, installNodes, matrixNodes, supportedMajors } from './node-matrix.mjs';
import { announce, orExit, plural, StepFailure, step } from './terminal.mjs';
import { turbo } from './turbo.mjs';

/** What takes minutes and is the same on every Node, by files: `npm test` runs them. */
const LEFT_OUT = {
  'fuzz/test/campaign.integration.test.ts': 'how the fuzzer searches',
  'packages/nextpress/test/side-by-side/arguments.integration.test.ts': 'arguments of every type, 200 tables',
  'packages/nextpress/test/side-by-side/body-options.integration.test.ts':
    'values of the options of body parsers',
  'packages/nextpress/test/side-by-side/file-options.integration.test.ts': 'values of the options for files',
};

const asked = process.argv.slice(2);
const all = matrixNodes();
const nodes = asked.length === 0 ? all : all.filter(({ major }) => asked.includes(major));

announce('test:matrix');
const unknown = asked.filter((major) => !supportedMajors().includes(major));
if (unknown.length > 0) {
  console.error(
    `  There is no Node ${unknown.join(', ')} in the matrix. There are: ${supportedMajors().join(', ')}.\n`,
  );
  process.exit(1);
}
if (all.length === 0) {
  console.log(`  skipped: npm has no Nodes for ${process.platform} on ${process.arch};`);
  console.log('  CI runs the suite on that platform with the Nodes that it installs itself.\n');
  process.exit(0);
}

orExit(await step('install', install));
orExit(await step('build', () => turbo(['build'])));
orExit(await step('nodes', () => installNodes(nodes)));

console.log('  - left out        what is the same on every Node, and npm test runs:');
for (const [file, what] of Object.entries(LEFT_OUT)) console.log(`                    ${file}: ${what}`);
const reports = mkdtempSync(join(tmpdir(), 'nextpress-matrix-'));
const sum = { passed: 0, failed: 0 };
for (const node of nodes) {
  await step(`Node ${node.version}`, async () => {
    const report = join(reports, `${node.version}.json`);
    const { code, output } = await capture(
      node.path,
      [binOf('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      { env: { ...environmentOf(node), NEXTPRESS_LEFT_OUT: Object.keys(LEFT_OUT).join() } },
    );
    const { passed, failed } = countsOf(report);
    sum.passed += passed;
    // A run can also fail outside of every test.
    sum.failed += code === 0 ? failed : Math.max(failed, 1);
    if (code !== 0) throw new StepFailure(`${failed} failed, ${passed} passed`, output);
    return `${passed} passed`;
  });
}
rmSync(reports, { recursive: true });

const { passed, failed } = sum;
const counts = `${failed === 0 ? '' : `${failed} failed | `}${passed} passed (${passed + failed})`;
console.log(`\n  Matrix  ${counts} on ${plural(nodes.length, 'Node')}\n`);
process.exitCode = failed === 0 ? 0 : 1;

/** @param {string} report */
function countsOf(report) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: Number(numPassedTests), failed: Number(numFailedTests) };
  } catch {
    return { passed: 0, failed: 0 };
  }
}
