import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { capture } from '../child.mjs';
import { inParallel } from '../parallel.mjs';
import { debianSource } from './debian-source.mjs';

/** The files of Node's repository that its http tests need. */
const PATHS = ['test/common', 'test/fixtures', 'test/parallel/test-http*', 'test/sequential/test-http*'];
const TIME_LIMIT = 30_000;
/** The share of the tests passing without the flag that must pass with it. */
export const LEAST_SHARE = 0.97;

/** @typedef {'passed' | 'skipped' | 'failed'} State */

/**
 * @typedef {object} NodeRun
 * @property {number} passedWithout Tests that passed without the flag, of those run without it.
 * @property {number} passed Tests that passed with the flag.
 * @property {{ name: string, output: string }[]} failed Tests that fail only with the flag.
 */

/** The tests of `http` and `https` in Node's repository. @param {string} cache @returns {Promise<string[]>} */
export async function findNodeTests(cache) {
  const folder = await debianSource('nodejs', cache, PATHS);
  // The tests are CommonJS, and a folder above may say otherwise.
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  return ['parallel', 'sequential'].flatMap((room) =>
    readdirSync(join(folder, 'test', room))
      .filter((name) => /^test-https?-.*\.m?js$/.test(name))
      .sort()
      .map((name) => join(folder, 'test', room, name)),
  );
}

/**
 * Runs each test with the flag; also without it, if it failed or if the run is not fast.
 *
 * @param {readonly string[]} files
 * @param {{ flags: readonly string[], isFast: boolean, say: (progress: string) => void }} options
 * @returns {Promise<NodeRun>}
 */
export async function compareNodeTests(files, { flags, isFast, say }) {
  const folder = mkdtempSync(join(tmpdir(), 'nextpress-register-'));
  /** @type {NodeRun} */
  const result = { passedWithout: 0, passed: 0, failed: [] };
  let begun = 0;
  const compare = async (/** @type {string} */ file, /** @type {number} */ _, /** @type {number} */ job) => {
    say(`${++begun} of ${files.length}: ${basename(file)}`);
    const place = { folder, job };
    const first = await runTest(file, flags, place);
    if (first.state === 'passed') result.passed++;
    if (first.state === 'passed' && isFast) result.passedWithout++;
    if (first.state !== 'failed' && isFast) return;
    const { state } = await runTest(file, [], place);
    if (state !== 'passed') return;
    result.passedWithout++;
    if (first.state === 'passed') return;
    const again = await retry(() => runTest(file, flags, place));
    if (again.state === 'failed') result.failed.push({ name: basename(file), output: again.output });
    else result.passed++;
  };
  await inParallel(files, compare);
  rmSync(folder, { recursive: true, force: true });
  result.failed.sort((a, b) => (a.name < b.name ? -1 : 1));
  return result;
}

/** A test may fail by its own timeouts on a busy machine. @template {{ state: State }} Run @param {() => Promise<Run>} run */
async function retry(run) {
  const second = await run();
  return second.state === 'failed' ? run() : second;
}

/**
 * Runs one test in its own process, as Node's runner does.
 *
 * @param {string} file
 * @param {readonly string[]} flags
 * @param {{ folder: string, job: number }} place
 * @returns {Promise<{ state: State, output: string }>}
 */
async function runTest(file, flags, { folder, job }) {
  const own = /^\/\/ Flags: *(.*)$/m.exec(readFileSync(file, 'utf8'))?.[1]?.split(/\s+/) ?? [];
  const temporary = join(folder, `${job}`);
  mkdirSync(temporary, { recursive: true });
  const { code, output } = await capture(process.execPath, [...own, ...flags, file], {
    env: { NODE_OPTIONS: '', NODE_TEST_DIR: temporary, TEST_THREAD_ID: `${job}` },
    timeLimit: TIME_LIMIT,
  });
  if (code !== 0) return { state: 'failed', output };
  return { state: /^1\.\.0 # Skipped/m.test(output) ? 'skipped' : 'passed', output };
}
