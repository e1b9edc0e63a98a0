import { setTimeout as wait } from 'node:timers/promises';
import { CommandProcess, type ProcessOptions, tail } from './command-process.ts';
import { readResults, type TestResults } from './reporters.ts';

/** The result of a command. */
export interface TestRun {
  /** The exit code, or the signal that ended it. */
  readonly code: number | string;
  readonly output: string;
  /** `undefined` if no test runner wrote results. */
  readonly tests: TestResults | undefined;
  readonly seconds: number;
  /** CPU time of its Node processes, in seconds. */
  readonly cpu: number;
}

/**
 * Runs a command until it exits.
 *
 * @param timeout - in seconds
 * @throws Error if it takes longer
 */
export async function runTests(options: ProcessOptions, timeout: number): Promise<TestRun> {
  const start = performance.now();
  const child = new CommandProcess(options);
  const limit = new AbortController();
  const expired = wait(timeout * 1000, undefined, { signal: limit.signal }).catch(() => undefined);
  const code = await Promise.race([child.ended, expired]);
  limit.abort();
  if (code === undefined) {
    child.stop();
    throw new Error(
      `The command took longer than ${timeout} s: expected it to exit. Use --timeout for more.\n${tail(child.output)}`,
    );
  }
  const { output, cpu } = child;
  const tests = readResults(options.reports, options.cwd);
  return { code, output, tests, seconds: (performance.now() - start) / 1000, cpu };
}

/** @throws Error if a run with Express proves nothing about the application */
export function checkExpressRun({ code, tests, output }: TestRun): void {
  const isAnyPassed = tests !== undefined && [...tests.values()].some(({ state }) => state === 'passed');
  if (tests === undefined ? code === 0 : isAnyPassed) return;
  const got = tests === undefined ? `exit code 0, got ${code}` : 'a test that passes, got none';
  throw new Error(`The command fails with Express: expected ${got}\n${tail(output)}`);
}
