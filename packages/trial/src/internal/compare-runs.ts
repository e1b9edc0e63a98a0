import { diffArrays } from 'diff';
import type { TestResult, TestResults } from './reporters.ts';
import type { TestRun } from './test-run.ts';

export interface TestDifference {
  readonly name: string;
  /** `undefined` if the test did not run. */
  readonly express: TestResult | undefined;
  readonly nextpress: TestResult | undefined;
}

export interface RunDifferences {
  readonly hasOtherCode: boolean;
  readonly tests: readonly TestDifference[];
  /** Output lines that only one of the runs has, marked with `-` and `+`, when no test runner wrote results. */
  readonly output: readonly string[];
}

export function compareRuns(express: TestRun, nextpress: TestRun): RunDifferences {
  const hasTests = express.tests !== undefined && nextpress.tests !== undefined;
  return {
    hasOtherCode: express.code !== nextpress.code,
    tests: hasTests ? compareTests(express.tests, nextpress.tests) : [],
    output: hasTests ? [] : compareOutputs(express.output, nextpress.output),
  };
}

function compareTests(express: TestResults, nextpress: TestResults): TestDifference[] {
  const names = new Set([...express.keys(), ...nextpress.keys()]);
  return [...names]
    .map((name) => ({ name, express: express.get(name), nextpress: nextpress.get(name) }))
    .filter((test) => test.express?.state !== test.nextpress?.state);
}

/** Durations, dates, ports and process IDs differ between any two runs. */
function withoutNumbers(line: string): string {
  return line.replaceAll(/\d+(?:\.\d+)?/g, '0').replaceAll(/0 ?(?:ms|s|µs|min)\b/g, '0');
}

function compareOutputs(express: string, nextpress: string): string[] {
  const changes = diffArrays(express.split('\n'), nextpress.split('\n'), {
    comparator: (one, other) => withoutNumbers(one) === withoutNumbers(other),
  });
  return changes.flatMap(({ added, removed, value }) =>
    added || removed ? value.map((line) => `${added ? '+' : '-'} ${line}`) : [],
  );
}
