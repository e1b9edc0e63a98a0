// `npm run gate`: what every pull request passes; `-- --full` is what a change passes before it lands. The last line sums it up:
// "N passed, N failed", and the stages that were skipped.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { capture } from './child.mjs';
import { optionsOrEnd } from './command-line.mjs';
import { install } from './install.mjs';
import { installNodes, matrixNodes } from './node-matrix.mjs';
import { npmCommand } from './npm-command.mjs';
import { root } from './root.mjs';
import { installRuntimes } from './runtime-executables.mjs';
import { closingLine, outcomeOf } from './stage-outcome.mjs';
import { step } from './terminal.mjs';

/**
 * A command, with its arguments at each level. Skipped at levels it has no arguments for.
 *
 * @typedef {{ command: string, gate?: string | undefined, full?: string, night?: string, isBeside?: boolean }} Stage
 */

const others = matrixNodes().filter(({ version }) => version !== process.versions.node);
const isProofAffected = affectsProofs();
const majors = others.map(({ major }) => major);
const newest = majors.at(-1) ?? '';

/**
 * The first one builds from nothing, alone. Later builds are cached, which leaves files as they are, so stages can share the build.
 * Downloads and provers leave processors idle, so two run beside the others, one after the other. Other versions of Node run what
 * depends on Node's internals, and at night also what uses sockets, streams and files. Fixed seeds, so that a failure means a change;
 * nightly runs use random ones.
 *
 * @type {readonly Stage[]}
 */
const STAGES = [
  { command: 'check', gate: '', full: '', night: '' },
  { command: 'test:register', full: '--fast', night: '', isBeside: true },
  { command: 'test:types', gate: '--sample --newest', full: '--sample', night: '' },
  { command: 'test:applications', full: '--fast', night: '' },
  { command: 'test', gate: '', full: '--full', night: '--night' },
  {
    command: 'test:matrix',
    gate: `--brief ${newest}`,
    full: `--brief ${majors.join(' ')}`,
    night: majors.join(' '),
  },
  { command: 'test:runtimes', full: '', night: '' },
  {
    command: 'proofs',
    gate: isProofAffected ? '' : undefined,
    full: '',
    night: '--cases 1000000',
    isBeside: true,
  },
  {
    command: 'fuzz',
    full: '--mode bytes --seed 1 --cases 6000 --processes 2',
    night: '--mode bytes --seconds 1200 --processes 2',
  },
  {
    command: 'fuzz',
    full: '--mode handlers --seed 3 --cases 2500 --processes 2',
    night: '--mode handlers --seconds 1200 --processes 2',
  },
  { command: 'test:ecosystem', night: '' },
  { command: 'chaos', full: '--seed 1 --seconds 30', night: '--seconds 600' },
  { command: 'bench:compare', night: '--fail-on slower' },
];

/** Milliseconds. A stage that does not end fails, and the others still run. */
const LIMITS = { gate: 900_000, full: 2_700_000, night: 7_200_000 };

const usage = `npm run gate -- [--full | --night]

Without an option, runs what every pull request has to pass.

  --full    also what takes longer, with fixed seeds: .ci/run runs it before a change lands
  --night   also long campaigns, with random seeds, and a comparison with the last tag: runs every night`;
const level = optionsOrEnd(readLevel, usage, process.argv.slice(2));
// Also ends the stages.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

const stages = STAGES.flatMap(({ command, isBeside = false, ...levels }) => {
  const args = levels[level];
  return args === undefined
    ? []
    : [{ name: `npm run ${command}${args === '' ? '' : ` -- ${args.trim()}`}`, isBeside }];
});
const sum = { passed: 0, failed: 0 };
/** @type {string[]} */
const failures = [];
/** Stages that were skipped, or parts of them, with the reasons. @type {string[]} */
const skips = [];
try {
  if (await step('install', install)) await runStages();
  else sum.failed++;
} catch (error) {
  console.error(error);
  sum.failed++;
}
// Again, since a long log is often cut to its end.
for (const failure of failures) console.log(failure);
console.log(`== all stages: ${seconds()} s\n${closingLine({ ...sum, skips })}`);
// Also ends a stage that still runs.
process.exit(sum.failed === 0 ? 0 : 1);

async function runStages() {
  const [first, ...rest] = stages;
  if (first !== undefined) report(first.name, await run(first.name, true));
  const beside = runBeside(rest.filter((stage) => stage.isBeside));
  // A failed download is reported by the command that needs it.
  const needed = level === 'gate' ? others.slice(-1) : others;
  const downloads = Promise.allSettled([installNodes(needed), level !== 'gate' && installRuntimes()]);
  for (const { name } of rest.filter(({ isBeside }) => !isBeside)) {
    // The long tests try the release on every Node.
    if (/matrix|runtimes|test -- --(?:full|night)/.test(name)) await downloads;
    // A measurement runs alone.
    if (name.includes('bench:')) await beside;
    report(name, await run(name, true));
  }
  for (const { name, result } of await beside) report(name, result);
}

/** @param {string[]} args @returns {'gate' | 'full' | 'night' | undefined} */
function readLevel(args) {
  const { values } = parseArgs({
    args,
    options: { full: { type: 'boolean' }, night: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) return undefined;
  if (values.night) return 'night';
  return values.full ? 'full' : 'gate';
}

/** @param {readonly { name: string }[]} stages */
async function runBeside(stages) {
  const results = [];
  for (const { name } of stages) results.push({ name, result: await run(name, false) });
  return results;
}

/** @typedef {import('./child.mjs').Outcome & { isShown: boolean, seconds: number }} Result */

/** @param {string} name @param {boolean} isShown While it runs. @returns {Promise<Result>} */
async function run(name, isShown) {
  const started = seconds();
  if (isShown) console.log(`== after ${started} s: ${name}`);
  const { command, args } = npmCommand('npm');
  const outcome = await capture(command, [...args, ...name.split(' ').slice(1)], {
    env: { CI: 'true', NO_COLOR: '1' },
    isShown,
    isGroup: true,
    timeLimit: LIMITS[level],
  });
  return { ...outcome, isShown, seconds: seconds() - started };
}

/** Adds what a command has counted to the sum. @param {string} name @param {Result} result */
function report(name, result) {
  const { code, output, isShown, seconds } = result;
  if (!isShown) console.log(`== ${name}\n${output}`);
  const { passed, failed, skipped } = outcomeOf({ code, output });
  sum.passed += passed;
  sum.failed += failed;
  const stage = name.slice('npm run '.length);
  if (skipped !== undefined) skips.push(`${stage} (${passed > 0 ? 'in part: ' : ''}${skipped})`);
  if (failed > 0)
    failures.push(`== failed: ${name}, exit ${code}\n${output.split('\n').slice(-60).join('\n')}`);
  const counts = passed + failed === 0 ? [] : [`${passed} passed, ${failed} failed`];
  const outcome = [...counts, ...(skipped === undefined ? [] : [`skipped: ${skipped}`])].join(', ');
  console.log(`== ${name}: ${outcome}, ${seconds} s\n`);
}

/** Whether the branch changes what the proofs are about, or has no history that could say so. */
function affectsProofs() {
  const packages = ['router', 'middleware', 'server', 'fast-lane', 'lifecycle', 'cluster'];
  const paths = ['proofs', ...packages.map((name) => `packages/${name}/src`)];
  const status = ['origin/main', 'main']
    .map((branch) =>
      spawnSync('git', ['diff', '--quiet', '--merge-base', branch, '--', ...paths], { cwd: root }),
    )
    .find((diff) => diff.status === 0 || diff.status === 1)?.status;
  return status !== 0;
}

function seconds() {
  return Math.round(performance.now() / 1000);
}
