// `npm run test:matrix`: the tests whose result can depend on Node, under every supported Node.
// Arguments select: `npm run test:matrix -- 22 26`. `--brief` leaves out tests that only use Node's documented API.
import { binOf, capture } from './child.mjs';
import { setUp } from './install.mjs';
import { environmentOf, installNodes, matrixNodes, supportedMajors } from './node-matrix.mjs';
import { outcomeOf } from './stage-outcome.mjs';
import { conclude, orExit, plural, StepFailure, step } from './terminal.mjs';

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
/** Everything, and a test that takes long, which its name enables. */
const ALL = [...CLOSE, 'packages/', 'packages/server/test/scopes/scope-rule.full'];

const isBrief = process.argv.includes('--brief');
const asked = process.argv.slice(2).filter((argument) => argument !== '--brief');
const all = matrixNodes();
const nodes = asked.length === 0 ? all : all.filter(({ major }) => asked.includes(major));

const unknown = asked.filter((major) => !supportedMajors().includes(major));
if (unknown.length > 0) {
  console.error(`  Unknown Node ${unknown.join(', ')}: expected ${supportedMajors().join(', ')}\n`);
  process.exit(1);
}
if (all.length === 0) {
  console.log(`  skipped: npm has no Nodes for ${process.platform} on ${process.arch}\n`);
  process.exit(0);
}

await setUp('test:matrix');
orExit(await step('nodes', () => installNodes(nodes)));

const sum = { passed: 0, failed: 0 };
for (const node of nodes) {
  await step(`Node ${node.version}`, async (say) => {
    const run = await capture(node.path, [binOf('vitest'), 'run', ...(isBrief ? CLOSE : ALL)], {
      env: { ...environmentOf(node), NO_COLOR: '1' },
      onLine: say,
    });
    const { passed, failed } = outcomeOf(run);
    sum.passed += passed;
    sum.failed += failed;
    if (failed > 0) throw new StepFailure(`${failed} failed, ${passed} passed`, run.output);
    return `${passed} passed`;
  });
}
conclude('Matrix', sum, ` on ${plural(nodes.length, 'Node')}`);
