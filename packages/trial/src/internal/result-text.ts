/** @module Formats the result of a trial. */

import type { ComparedResponses, ResponseDifference } from './compare-responses.ts';
import type { RunDifferences, TestDifference } from './compare-runs.ts';
import { explanationOf } from './explanations.ts';
import { paint } from './progress.ts';
import type { TestResults } from './reporters.ts';
import type { RequestRun } from './request-run.ts';
import type { TrialRuns } from './run-twice.ts';
import type { TestRun } from './test-run.ts';

const DOCS = 'https://github.com/nextpress/nextpress/blob/main/docs/differences-from-express.md';
/** Maximum number of tests or output lines, and of characters of a message, header or body, to print. */
const MOST_ENTRIES = 40;
const MOST_CHARACTERS = 160;

export function isSame({ kind, differences }: TrialRuns): boolean {
  if (kind === 'requests') return (differences as ComparedResponses).differences.length === 0;
  const { hasOtherCode, tests, output } = differences as RunDifferences;
  return !hasOtherCode && tests.length === 0 && output.length === 0;
}

export function resultText(result: TrialRuns): string {
  const [table, differences] =
    result.kind === 'tests'
      ? [testTable(result.express, result.nextpress), testDifferences(result.differences)]
      : [requestTable(result.express, result.nextpress), responseDifferences(result.differences.differences)];
  const verdict = isSame(result)
    ? paint('green', 'Nothing differs.')
    : `${differences}\n\n${paint('dim', `Intended differences: ${DOCS}`)}`;
  const hints = hintsOf(result).map((hint) => `\n${paint('yellow', hint)}`);
  return `\n${table}\n\n${verdict}\n${hints.join('')}`;
}

/** What the comparison could not cover. */
function hintsOf(result: TrialRuns): string[] {
  if (result.kind === 'tests') {
    return result.express.cpu > 0
      ? []
      : ['The command sets NODE_OPTIONS itself, so its tests and its CPU time are unknown.'];
  }
  const { unstable } = result.differences;
  return unstable === 0
    ? []
    : [`${unstable} responses differ between two runs of Express; the parts that differ are not compared.`];
}

function testTable(express: TestRun, nextpress: TestRun): string {
  return rows(
    [express, nextpress].map(({ code, tests, seconds, cpu }) => [
      tests === undefined ? `exit code ${code}` : countsOf(tests),
      `${seconds.toFixed(1)} s`,
      `CPU ${cpu.toFixed(1)} s`,
    ]),
  );
}

function requestTable(express: RequestRun, nextpress: RequestRun): string {
  return rows(
    [express, nextpress].map(({ responses, cpu }) => [
      `${responses.length} responses`,
      cpu === undefined ? '' : `CPU ${cpu.toFixed(0)} µs per request`,
    ]),
  );
}

function rows([express = [], nextpress = []]: readonly (readonly string[])[]): string {
  const line = (subject: string, cells: readonly string[]): string =>
    `  ${[subject, ...cells]
      .map((cell, at) => cell.padEnd([9, widthOf(0), widthOf(1)][at] ?? 0))
      .join('   ')
      .trimEnd()}`;
  const widthOf = (at: number): number => Math.max(express[at]?.length ?? 0, nextpress[at]?.length ?? 0);
  return `${line('Express', express)}\n${line('Nextpress', nextpress)}`;
}

function countsOf(tests: TestResults): string {
  const count = (state: string): number => [...tests.values()].filter((test) => test.state === state).length;
  const counts = (['passed', 'failed', 'skipped'] as const).map((state) => [state, count(state)] as const);
  return counts
    .filter(([state, each]) => state === 'passed' || each > 0)
    .map(([state, each]) => `${each} ${state}`)
    .join(', ');
}

const TITLES = [
  'Fails with Nextpress',
  'Fails with Express',
  'Ran only with Nextpress',
  'Ran only with Express',
] as const;

function titleOf({ express, nextpress }: TestDifference): (typeof TITLES)[number] {
  if (nextpress?.state === 'failed') return 'Fails with Nextpress';
  if (express?.state === 'failed') return 'Fails with Express';
  return nextpress?.state === 'passed' ? 'Ran only with Nextpress' : 'Ran only with Express';
}

function testDifferences({ hasOtherCode, tests, output }: RunDifferences): string {
  const sections = TITLES.map((title) =>
    section(title, tests.filter((test) => titleOf(test) === title).map(testText)),
  );
  const isCodeAlone = hasOtherCode && tests.length + output.length === 0;
  return [...sections, section('Output', output), isCodeAlone ? ['', '  The exit codes differ.'] : []]
    .flat()
    .slice(1)
    .join('\n');
}

function testText({ name, express, nextpress }: TestDifference): string {
  const message = nextpress?.message ?? express?.message;
  return message === undefined ? name : `${name}\n      ${paint('dim', shortened(message))}`;
}

function section(title: string, entries: readonly string[]): string[] {
  if (entries.length === 0) return [];
  const more = entries.length - MOST_ENTRIES;
  const shown = [...entries.slice(0, MOST_ENTRIES), ...(more > 0 ? [`… and ${more} more`] : [])];
  return ['', paint('bold', `  ${title} (${entries.length})`), ...shown.map((entry) => `    ${entry}`)];
}

function responseDifferences(differences: readonly ResponseDifference[]): string {
  const requests = [...new Set(differences.map(({ request }) => request))];
  return requests
    .flatMap((request) => {
      const parts = differences.filter((difference) => difference.request === request);
      const row = explanationOf(request);
      return [
        '',
        paint('bold', `  ${request.method} ${request.target}`),
        ...parts.flatMap(partLines),
        ...(row === undefined ? [] : [`    ${paint('dim', `intended? See the row "${row} …"`)}`]),
      ];
    })
    .slice(1)
    .join('\n');
}

function partLines({ part, express, nextpress }: ResponseDifference): string[] {
  let start = 0;
  while (start < express.length && express[start] === nextpress[start]) start += 1;
  // Starts shortly before the first difference.
  const from = Math.max(0, start - MOST_CHARACTERS / 4);
  const [ours, theirs] = [nextpress, express].map((text) => {
    const shown = Buffer.from(text.slice(from), 'latin1').toString();
    return `${from > 0 ? '…' : ''}${shortened(shown)}`;
  });
  return [`    ${part}: Express ${theirs}`, `${' '.repeat(part.length + 4)}  Nextpress ${ours}`];
}

function shortened(text: string): string {
  const line = text.replaceAll(/[\r\n\t\v\f ]+/g, ' ');
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line;
}
