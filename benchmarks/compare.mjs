// The front end of `npm run bench:compare`: the working tree's packages against those of a commit.
import { pathToFileURL } from 'node:url';
import {
  currentCommit,
  describeMachine,
  nodeVersion,
  warnIfBusy,
} from '@nextpress-internal/bench-kit/machine';
import { markdownTable } from '@nextpress-internal/bench-kit/markdown';
import { createProgress } from '@nextpress-internal/bench-kit/progress';
import { median } from '@nextpress-internal/bench-kit/statistics';
import { startChild } from './core/child.mjs';
import { defaultBase } from './core/default-base.mjs';
import { measureRound, tryScenario } from './core/measure.mjs';
import { parseOptions, SHARED_USAGE } from './core/options.mjs';
import { change, FEWEST_ROUNDS, isUndecided, judge, percent } from './core/verdict.mjs';
import { scenarios } from './scenarios.mjs';
import { contenderOf, serverOf, serves } from './servers.mjs';

export const usage = `npm run bench:compare -- [git ref] [options]

Measures the packages of the working tree (head) against those of a commit (base) in turns. The servers are the working
tree's. The head is measured twice: its difference from itself is the noise. Without a git ref, the base is the last tag, or
the first commit of the last seven days if there is no tag.

${SHARED_USAGE}
  --fail-on slower     measure what is slower again, and exit with 1 if it is slower again

Rounds: 7, and up to 14 where the median leaves the noise and a quartile does not. Server: nextpress. Scenarios: hello, hello-pipelined, params, echo, middlewares, routes-200.
`;

/** A busy machine adds CPU time, and disturbs some of many short turns: the least time is closest to the code's own. */
const TURNS = 8;
const DEFAULT_SCENARIOS = ['hello', 'hello-pipelined', 'params', 'echo', 'middlewares', 'routes-200'];

/**
 * @typedef {import('./core/options.mjs').Options} Options
 * @typedef {import('./scenarios.mjs').Scenario} Scenario
 * @typedef {Record<'base' | 'head' | 'again', import('./core/measure.mjs').Sample>} Round
 *
 * @typedef {object} Comparison
 * @property {string} scenario
 * @property {'faster' | 'slower' | 'no difference'} verdict By CPU time per request.
 * @property {number} base Median of the rounds' least CPU time per request, in microseconds; and of the head.
 * @property {number} head
 * @property {import('./core/verdict.mjs').Verdict} cpu
 * @property {import('./core/verdict.mjs').Verdict} rate
 */

/** @param {readonly string[]} args @returns {(Options & { ref: string, reason: string }) | undefined} */
export function readOptions(args) {
  const options = parseOptions(args, {
    rounds: 7,
    allowPositionals: true,
    more: { 'fail-on': { type: 'string' } },
  });
  if (options === undefined) return undefined;
  const [ref, ...others] = options.positionals;
  if (others.length > 0) {
    throw new Error(
      `Too many git refs: expected one branch, tag or commit, got ${options.positionals.length}`,
    );
  }
  if (options.rounds < FEWEST_ROUNDS) {
    throw new Error(`Invalid --rounds: expected at least ${FEWEST_ROUNDS}, got ${options.rounds}`);
  }
  const failOn = options.values['fail-on'];
  if (failOn !== undefined && failOn !== 'slower') {
    throw new Error(`Invalid --fail-on: expected slower, got ${failOn}`);
  }
  const [server = 'nextpress', ...more] = options.servers ?? [];
  const { file = server, variant } = serverOf(server);
  if (more.length > 0 || (file !== 'nextpress' && variant !== 'lane')) {
    throw new Error(
      `Invalid --server: expected one that runs the packages, got ${options.servers?.join(', ')}`,
    );
  }
  return { ...options, ...(ref === undefined ? defaultBase() : { ref, reason: ref }), servers: [server] };
}

/** @param {Options & { reason: string }} options @param {{ node: string, base: { folder: string, commit: string } }} context */
export async function run(options, { node, base }) {
  warnIfBusy();
  const [server = ''] = options.servers ?? [];
  const names = options.scenarios ?? DEFAULT_SCENARIOS;
  const isGuard = options.values['fail-on'] === 'slower';
  const first = await measureAll(names, options, { node, base });
  const slower = first.filter(({ verdict }) => verdict === 'slower').map(({ scenario }) => scenario);
  const second = isGuard && slower.length > 0 ? await measureAll(slower, options, { node, base }) : [];
  const facts = { server, base: base.commit, head: currentCommit(), node: nodeVersion(node) };
  if (options.json) {
    console.log(
      JSON.stringify({ ...facts, machine: describeMachine(), comparisons: first, second }, null, 2),
    );
  } else {
    console.log(`The base is ${options.reason}.\n\n${textOf(facts, options, first)}`);
    if (second.length > 0) console.log(`\nAgain, what was slower:\n\n${textOf(facts, options, second)}`);
  }
  const alarms = alarmsOf(first, second);
  for (const alarm of alarms) console.error(`\n${alarm}`);
  if (isGuard && !options.json) {
    const failed = alarms.length === 0 ? '' : `${alarms.length} failed | `;
    console.log(`\n  Scenarios  ${failed}${first.length - alarms.length} passed (${first.length})`);
  }
  if (first.length === 0 || alarms.length > 0) process.exitCode = 1;
}

/**
 * @param {readonly string[]} names Of scenarios.
 * @param {Options} options
 * @param {{ node: string, base: { folder: string } }} context
 */
async function measureAll(names, options, { node, base }) {
  const [server = ''] = options.servers ?? [];
  const hook = new URL('core/use-base.mjs', import.meta.url);
  hook.searchParams.set('folder', `${pathToFileURL(base.folder)}/`);
  const contenders = {
    base: { ...contenderOf(server, ['--import', hook.href]), name: 'base' },
    head: { ...contenderOf(server), name: 'head' },
    again: { ...contenderOf(server), name: 'again' },
  };
  const chosen = scenarios.filter((scenario) => names.includes(scenario.name) && serves(server, scenario));
  const progress = createProgress(chosen.length * options.rounds);
  /** @type {Comparison[]} */
  const comparisons = [];
  for (const scenario of chosen) {
    try {
      await tryBase(scenario, contenders.base, node);
    } catch (error) {
      console.error(`\n${scenario.name} is left out, the base cannot serve it: ${error}`);
      continue;
    }
    /** @type {Round[]} */
    const rounds = [];
    const { seconds, warmUp } = options;
    const window = { node, seconds, turns: TURNS, ...(warmUp !== undefined && { warmUp }) };
    let comparison;
    do {
      // Further rounds are not among the steps.
      if (rounds.length < options.rounds) progress.next(`${scenario.name}, round ${rounds.length + 1}`);
      const samples = await measureRound(scenario, Object.values(contenders), window);
      rounds.push(/** @type {Round} */ (Object.fromEntries(samples)));
      comparison = compareRounds(scenario.name, rounds);
    } while (rounds.length < (isUndecided(comparison.cpu) ? 2 : 1) * options.rounds);
    comparisons.push(comparison);
  }
  progress.end();
  return comparisons;
}

/**
 * What was slower in two runs, because on a busy machine one run may see a difference that is not there.
 *
 * @param {readonly Comparison[]} first
 * @param {readonly Comparison[]} second Of the scenarios that were slower in the first run.
 */
export function alarmsOf(first, second) {
  /** @param {Comparison} run */
  const describe = ({ base, head, cpu: { ratio, threshold } }) =>
    `from ${base.toFixed(1)} to ${head.toFixed(1)} µs (${change(ratio[1])}, quartiles ${quartiles(ratio)} %, noise ${noise(threshold)})`;
  return second.flatMap((run) => {
    const before = first.find(({ scenario }) => scenario === run.scenario);
    if (run.verdict !== 'slower' || before === undefined) return [];
    return `${run.scenario} is slower: CPU time per request rose ${describe(before)}, and in a second run ${describe(run)}.`;
  });
}

/** @param {Scenario} scenario @param {import('./core/child.mjs').Contender} base @param {string} node */
async function tryBase(scenario, base, node) {
  const child = await startChild(base, scenario.app, node);
  try {
    await tryScenario(scenario, child.port);
  } finally {
    await child.stop();
  }
}

const VERDICTS = /** @type {const} */ ({ more: 'slower', less: 'faster', same: 'no difference' });

/** @param {string} scenario @param {readonly Round[]} rounds @returns {Comparison} */
export function compareRounds(scenario, rounds) {
  /** @param {'leastCpu' | 'rate'} figure */
  const judgeFigure = (figure) =>
    judge(
      rounds.map(({ base, head }) => head[figure] / base[figure]),
      rounds.map(({ head, again }) => again[figure] / head[figure]),
    );
  const cpu = judgeFigure('leastCpu');
  return {
    scenario,
    verdict: VERDICTS[cpu.word],
    base: median(rounds.map(({ base }) => base.leastCpu)),
    head: median(rounds.map(({ head }) => head.leastCpu)),
    cpu,
    rate: judgeFigure('rate'),
  };
}

/** @param {readonly [number, number, number]} ratio */
const quartiles = ([low, , high]) => `${percent(low)} to ${percent(high)}`;

/** @param {number} threshold */
const noise = (threshold) => `± ${(threshold * 100).toFixed(1)} %`;

/** @param {{ server: string, base: string, head: string, node: string }} facts @param {Options} options @param {readonly Comparison[]} comparisons */
function textOf({ server, base, head, node }, { rounds, seconds }, comparisons) {
  const titles = [
    'scenario',
    'base',
    'head',
    'CPU per request',
    'quartiles',
    'noise',
    'requests/s',
    'the head is',
  ];
  const body = comparisons.map((each) => [
    each.scenario,
    `${each.base.toFixed(1)} µs`,
    `${each.head.toFixed(1)} µs`,
    change(each.cpu.ratio[1]),
    quartiles(each.cpu.ratio),
    noise(each.cpu.threshold),
    change(each.rate.ratio[1]),
    each.verdict,
  ]);
  return [
    `${server}: ${head} (head; + stands for uncommitted changes) against ${base} (base)`,
    `Node ${node}; medians of ${rounds} rounds of ${seconds} s, or up to twice as many where undecided, of the least CPU time in ${TURNS} turns.\n`,
    markdownTable(titles, body),
    '\nCPU time per request decides. The noise is what the head differs from itself by in the same rounds. A difference is',
    'reported if the quartiles stay outside the noise and outside one per cent; longer rounds (--seconds) show smaller ones.',
  ].join('\n');
}
