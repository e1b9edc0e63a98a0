import { setTimeout as wait } from 'node:timers/promises';
import { CommandProcess, type ProcessOptions } from './command-process.ts';
import { readResults, type TestResults } from './reporters.ts';

/** What a command has done. */
export interface TestRun {
  /** The exit code, or the name of the signal that ended it. */
  readonly code: number | string;
  readonly output: string;
  /** `undefined` if no test runner wrote its results. */
  readonly tests: TestResults | undefined;
  readonly seconds: number;
  /** CPU time of its Node processes, in seconds. */
  readonly cpu: number;
}

/**
 * Runs a command to its end.
 *
 * @param timeout - in seconds
 * @throws Error if it takes longer
 */
export async function runTests(options: ProcessOptions, timeout: number): Promise<TestRun> {
  const start = performance.now();
  const child = new CommandProcess(options);
  const stop = (): void => child.stop();
  process.once('exit', stop);
  const limit = new AbortController();
  const expired = wait(timeout * 1000, undefined, { signal: limit.signal }).catch(() => undefined);
  const code = await Promise.race([child.ended, expired]);
  limit.abort();
  process.off('exit', stop);
  child.stop();
  if (code === undefined) {
    throw new Error(
      `The command took longer than ${timeout} s: expected it to end. Use --timeout for more.\n${tail(child.output)}`,
    );
  }
  const { output, cpu } = child;
  const tests = readResults(options.reports);
  return {
    code,
    output,
    tests,
    seconds: (performance.now() - start) / 1000,
    cpu,
  };
}

/** The last lines of an output. */
export function tail(output: string): string {
  return output.trimEnd().split('\n').slice(-20).join('\n');
}
