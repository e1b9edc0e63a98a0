/** @module A reporter for any version of Mocha. It writes a line of JSON per test to the file in its option `results`. */

import { appendFileSync } from 'node:fs';

interface Runner {
  on(event: 'pass' | 'fail' | 'pending', listener: (test: Test, error?: { message?: string }) => void): this;
}

interface Test {
  readonly file?: string;
  fullTitle(): string;
}

function report(
  runner: Runner,
  { reporterOptions }: { readonly reporterOptions: { readonly results: string } },
): void {
  const note = (state: string) => (test: Test, error?: { message?: string }) =>
    appendFileSync(
      reporterOptions.results,
      `${JSON.stringify({ file: test.file, name: test.fullTitle(), state, message: error?.message })}\n`,
    );
  runner.on('pass', note('passed')).on('fail', note('failed')).on('pending', note('skipped'));
}

export { report as default, report as 'module.exports' };
