// `npm run gate`: what every pull request passes; `-- --full` is what a change passes before it lands. The last line sums it up:
// "N passed, N failed", and the stages that were skipped.
import { spawn, spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { optionsOrEnd } from './command-line.mjs';
import { install } from './install.mjs';
import { installNodes, matrixNodes } from './node-matrix.mjs';
import { npmCommand } from './npm-command.mjs';
import { root } from './root.mjs';
import { installRuntimes } from './runtime-executables.mjs';
import { closingLine, excerptOf, outcomeOf } from './stage-outcome.mjs';
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
  { command: 'chaos', full: '--seed 1 --seconds 30', night: '--seconds 600' },
  { command: 'bench:compare', night: '--fail-on slower' },
];

/** Debian's packages for the proofs, and for tests that are skipped without them. */
const PROVERS = ['coq', 'spin', 'gcc', 'libc6-dev'];
const SERVERS = ['chromium', 'haproxy', 'nginx-light', 'redis-server', 'postgresql', 'strace'];
/** Milliseconds. A stage that does not end fails, and the others still run. */
const LIMITS = { gate: 900_000, full: 2_700_000, night: 7_200_000 };

const usage = `npm run gate -- [--full | --night]

Without an option, runs what every pull request has to pass.

  --full    also what takes longer, with fixed seeds: .ci/run runs it before a change lands
  --night   also long campaigns, with random seeds, and a comparison with the last tag: runs every night`;
const level = optionsOrEnd(readLevel, usage, process.argv.slice(2));
/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.once(signal, endAll);

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
if (level !== 'gate') installTools([...SERVERS, ...PROVERS]);
else if (isProofAffected) installTools(PROVERS);
try {
  if (await step('install', install)) await runStages();
  else sum.failed++;
} catch (error) {
  console.error(error);
  sum.failed++;
  for (const child of running) end(child);
}
// Again, since a long log is often cut to its end.
for (const failure of failures) console.log(failure);
console.log(`== all stages: ${seconds()} s\n${closingLine({ ...sum, skips })}`);
process.exitCode = sum.failed === 0 ? 0 : 1;

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

/** @typedef {{ code: number, output: string, isShown: boolean, seconds: number }} Result */

/** @param {string} name @param {boolean} isShown While it runs. @returns {Promise<Result>} */
function run(name, isShown) {
  const started = seconds();
  if (isShown) console.log(`== after ${started} s: ${name}`);
  const { command, args } = npmCommand('npm');
  return new Promise((resolve) => {
    const child = spawn(command, [...args, ...name.split(' ').slice(1)], {
      cwd: root,
      env: { ...process.env, CI: 'true', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group, which ends as a whole.
      detached: process.platform !== 'win32',
    });
    running.add(child);
    const timer = setTimeout(() => end(child), LIMITS[level]);
    let output = '';
    const keep = (/** @type {string} */ chunk) => {
      output += chunk;
      if (isShown) process.stdout.write(chunk);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    const settle = (/** @type {number} */ code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code, output, isShown, seconds: seconds() - started });
    };
    child.on('error', (error) => {
      keep(`${error}\n`);
      settle(1);
    });
    child.on('close', (code) => settle(code ?? 1));
  });
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
  if (failed > 0) failures.push(`== failed: ${name}, exit ${code}\n${excerptOf(output)}`);
  const counts = passed + failed === 0 ? [] : [`${passed} passed, ${failed} failed`];
  const outcome = [...counts, ...(skipped === undefined ? [] : [`skipped: ${skipped}`])].join(', ');
  console.log(`== ${name}: ${outcome}, ${seconds} s\n`);
}

/** Whether the branch changes what the proofs are about, or has no history that could say so. */
function affectsProofs() {
  const git = (/** @type {string[]} */ ...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const base = ['origin/main', 'main']
    .map((branch) => git('merge-base', 'HEAD', branch))
    .find(({ status }) => status === 0);
  if (base === undefined) return true;
  const paths = [
    'router/src',
    'middleware/src',
    'server/src',
    'fast-lane/src',
    'lifecycle/src',
    'cluster/src',
  ];
  const changed = git(
    'diff',
    '--quiet',
    base.stdout.trim(),
    '--',
    'proofs',
    ...paths.map((path) => `packages/${path}`),
  );
  return changed.status !== 0;
}

/** Installs packages of Debian where that needs no password. @param {readonly string[]} packages */
function installTools(packages) {
  if (process.getuid?.() !== 0 || spawnSync('dpkg', ['-s', ...packages]).status === 0) return;
  console.log(`== installing ${packages.join(', ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (/** @type {string[]} */ ...args) => spawnSync('apt-get', args, { env, timeout: 600_000 });
  apt('update');
  const { status, stderr } = apt('install', '-y', '--no-install-recommends', ...packages);
  if (status !== 0) console.log(`== not installed: ${stderr ?? 'there is no apt-get'}`);
}

/** @param {import('node:child_process').ChildProcess} child */
function end(child) {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

function endAll() {
  for (const child of running) end(child);
  process.exit(1);
}

function seconds() {
  return Math.round(performance.now() / 1000);
}
