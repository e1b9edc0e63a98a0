/** @module The result files of test runners: the options to write them, and how to read them. */

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface TestResult {
  readonly state: 'passed' | 'failed' | 'skipped';
  /** The first line of the error message. */
  readonly message?: string;
}

/** Keyed by file and full test name. Repeated names get a number. */
export type TestResults = ReadonlyMap<string, TestResult>;

/** Test runners by their main modules. */
const RUNNERS: readonly { readonly main: RegExp; readonly args: (results: string) => readonly string[] }[] = [
  {
    main: /[\\/]mocha[\\/]bin[\\/]_?mocha(?:\.js)?$/,
    // Mocha's own JSON reporter writes files only since version 9.2.
    args: (results) => ['--reporter', pathOf('mocha-reporter'), '--reporter-options', `results=${results}`],
  },
  {
    main: /[\\/]jest(?:-cli)?[\\/]bin[\\/]jest\.js$/,
    args: (results) => ['--json', `--outputFile=${results}`],
  },
  {
    main: /[\\/]vitest[\\/](?:vitest\.mjs|dist[\\/]cli\.js)$/,
    args: (results) => ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`],
  },
];

/**
 * Returns the arguments that make a test runner write its results to a file.
 *
 * @param main - the main module of the process; none are returned unless it is a test runner's
 */
export function reporterArguments(main: string, results: string): readonly string[] {
  return RUNNERS.find((runner) => runner.main.test(main))?.args(results) ?? [];
}

/** CommonJS, because old versions of Mocha cannot load anything else. */
function pathOf(reporter: 'mocha-reporter' | 'node-test-reporter'): string {
  return createRequire(import.meta.url)
    .resolve(`@nextpress/trial/${reporter}`)
    .replace(/\.js$/, '.cjs');
}

/** Options of `node --test`. */
export function nodeReporter(results: string): readonly string[] {
  return [
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...[
      `--test-reporter=${pathToFileURL(pathOf('node-test-reporter')).href}`,
      `--test-reporter-destination=${results}`,
    ],
  ];
}

/**
 * Reads the results of all runners of a command; `undefined` if none wrote any.
 *
 * @param cwd - the base of relative test file paths
 */
export function readResults(folder: string, cwd: string): TestResults | undefined {
  const files = readdirSync(folder).filter((name) => name.startsWith('results-'));
  if (files.length === 0) return undefined;
  const results = new Map<string, TestResult>();
  for (const file of files.sort()) {
    for (const [path, name, result] of parseResults(readFileSync(join(folder, file), 'utf8'))) {
      const place = path === undefined ? '' : `${relative(cwd, path.replace(/^file:\/\//, ''))}: `;
      results.set(uniqueName(place + name, results), result);
    }
  }
  return results;
}

function uniqueName(name: string, names: ReadonlyMap<string, unknown>): string {
  for (let count = 1; ; count++) {
    const unique = count === 1 ? name : `${name} (${count})`;
    if (!names.has(unique)) return unique;
  }
}

type Named = readonly [file: string | undefined, name: string, result: TestResult];

/** Jest and Vitest write their results on one line. */
interface JestReport {
  readonly testResults: readonly JestFile[];
}

interface JestFile {
  readonly name: string;
  /** Why the file has no tests. */
  readonly message?: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages?: readonly string[] | null;
  }[];
}

/** Reads this package's reporters, which write a line per test. */
type TestLine = TestResult & { readonly name: string; readonly file?: string };

function parseResults(text: string): Named[] {
  const lines = text.trim().split('\n');
  if (lines[0] === '') return [];
  const [first, ...others] = lines.map((line) => JSON.parse(line) as TestLine | JestReport);
  if (first !== undefined && 'testResults' in first) return first.testResults.flatMap(jestResults);
  return ([first, ...others] as TestLine[]).map(({ file, name, state, message }) => [
    file,
    name,
    resultOf(state, message),
  ]);
}

function jestResults({ name, message = '', assertionResults }: JestFile): Named[] {
  if (assertionResults.length === 0 && message !== '')
    return [[name, 'the file', resultOf('failed', message)]];
  return assertionResults.map(({ fullName, status, failureMessages }) => {
    const state = status === 'passed' || status === 'failed' ? status : 'skipped';
    return [name, fullName, resultOf(state, failureMessages?.[0])];
  });
}

function resultOf(state: TestResult['state'], message?: string): TestResult {
  // Some messages of Jest and Vitest begin with a heading.
  const line = message?.split('\n').find((each) => /^\s*[^\s●]/.test(each));
  return line === undefined ? { state } : { state, message: line.trim() };
}
