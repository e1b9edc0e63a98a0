import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { capture } from '../../../scripts/child.mjs';
import { countOf, environmentOf } from './serve.mjs';

/**
 * @typedef {import('./catalog.mjs').Application} Application
 * @typedef {import('./client.mjs').Exchange} Exchange
 */

/** Reporters for test runners, which write one line of JSON for each test: `["passed", "title"]`. */
export const mochaReporter = fileURLToPath(new URL('mocha-reporter.cjs', import.meta.url));
export const jestReporter = fileURLToPath(new URL('jest-reporter.cjs', import.meta.url));

/**
 * Runs the tests that a package is published with. What a visit says about requests, this says about tests.
 *
 * @param {Application} application
 * @param {import('./serve.mjs').Subject} subject
 * @param {string} folder where the application is installed
 */
export async function visitSuite({ driver }, subject, folder) {
  const {
    command,
    folder: tests = '.',
    offline = [],
  } = /** @type {import('./catalog.mjs').Suite} */ (driver.suite);
  const temporary = mkdtempSync(join(tmpdir(), 'nextpress-suite-'));
  const laneCount = join(temporary, 'lane-count');
  const report = join(temporary, 'report');
  try {
    const { output } = await capture(process.execPath, [...subject.nodeArgs, ...command], {
      cwd: join(folder, tests),
      env: {
        ...environmentOf(driver, subject, laneCount),
        NODE_ENV: 'test',
        TEST_REPORT: report,
        ...driver.env,
      },
      timeLimit: 300_000,
    });
    const exchanges = readReport(report).filter(
      ({ request }) => !offline.some((title) => request.startsWith(title)),
    );
    const unexpected = exchanges.filter(({ status }) => status === 'failed').map(({ request }) => request);
    const fastCount = subject.isNextpress ? await countOf(laneCount, false) : 0;
    return { client: { exchanges, unexpected }, error: undefined, output, fastCount };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The tests as exchanges, in the order of their titles. @param {string} file @returns {Exchange[]} */
function readReport(file) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return lines
    .map((line) => JSON.parse(line))
    .map(([status, request]) => ({ request, status, headers: [], body: '' }))
    .sort((a, b) => (a.request < b.request ? -1 : 1));
}
