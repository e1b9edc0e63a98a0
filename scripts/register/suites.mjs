import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { capture } from '../child.mjs';
import { npm } from '../npm-command.mjs';
import { StepFailure } from '../terminal.mjs';
import { debianSource } from './debian-source.mjs';

const TIME_LIMIT = 600_000;
const mochaReporter = fileURLToPath(new URL('mocha-reporter.cjs', import.meta.url));
const nodeReporter = fileURLToPath(new URL('node-test-reporter.mjs', import.meta.url));
const client = new URL('client.cjs', import.meta.url).href;
const counter = new URL('request-counter.mjs', import.meta.url).href;
/** Development dependencies that the tests do not need. */
const NOT_FOR_TESTS =
  /eslint|prettier|^(?:nyc|c8|standard|snazzy|gen-esm-wrapper|globals|benchmark|bufferutil|utf-8-validate)$/;

/**
 * The test suite of another project. npm packages have no tests, so they come from a checkout or from Debian's sources.
 *
 * @typedef {object} Suite
 * @property {string} name Also the folder in `--suites`.
 * @property {string} [debian] The source package that has it.
 * @property {readonly string[]} command Arguments of `node`.
 * @property {boolean} isFast Whether it belongs to `--fast`.
 *
 * @typedef {object} SuiteRun
 * @property {readonly string[]} lines State and title of each test, sorted.
 * @property {number} fast Requests that the lane has served.
 *
 * @typedef {object} SuiteResult
 * @property {string} name
 * @property {string} version
 * @property {SuiteRun} without
 * @property {SuiteRun} registered
 * @property {readonly string[]} differences
 */

const mocha = ['node_modules/mocha/bin/mocha', '--reporter', mochaReporter];
/** @type {readonly Suite[]} */
export const suites = [
  {
    name: 'koa',
    command: ['--test', `--test-reporter=${nodeReporter}`, '--test-reporter-destination=stdout'],
    isFast: false,
  },
  {
    name: 'express',
    debian: 'node-express',
    command: [...mocha, '--require', 'test/support/env', '--check-leaks', 'test/', 'test/acceptance/'],
    isFast: false,
  },
  { name: 'ws', debian: 'node-ws', command: [...mocha, 'test/*.test.js'], isFast: true },
  { name: 'send', debian: 'node-send', command: [...mocha, '--check-leaks'], isFast: false },
  { name: 'compression', debian: 'node-compression', command: [...mocha, '--check-leaks'], isFast: true },
];

/**
 * A folder in which the suite can be run.
 *
 * @param {Suite} suite
 * @param {string} cache
 * @param {string} [checkouts] The folder of `--suites`.
 * @returns {Promise<string>}
 * @throws {StepFailure} With the reason if there is none.
 */
export async function prepareSuite({ name, debian }, cache, checkouts) {
  const checkout = checkouts === undefined ? undefined : join(checkouts, name);
  const isThere = checkout !== undefined && existsSync(join(checkout, 'package.json'));
  if (!isThere && debian === undefined) {
    throw new StepFailure(
      `its tests are neither on npm nor in Debian: expected --suites with a folder that has a checkout in ${name}/`,
    );
  }
  // A copy, because the checkout must not change.
  const folder = isThere ? join(cache, `checkout-${name}`) : await debianSource(String(debian), cache);
  if (isThere) copyCheckout(checkout, folder);
  if (!existsSync(join(folder, 'node_modules'))) await installDependencies(folder);
  return folder;
}

/** @param {string} from @param {string} to */
function copyCheckout(from, to) {
  const isSame = existsSync(to) && versionOf(from) === versionOf(to);
  if (isSame) return;
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, filter: (path) => !/[\\/](?:node_modules|\.git)$/.test(path) });
}

/** @param {string} folder */
async function installDependencies(folder) {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const entries = Object.entries(manifest.devDependencies ?? {});
  manifest.devDependencies = Object.fromEntries(entries.filter(([name]) => !NOT_FOR_TESTS.test(name)));
  writeFileSync(file, JSON.stringify(manifest, null, 2));
  try {
    await npm(['install', '--ignore-scripts', '--no-package-lock'], folder);
  } catch (error) {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
    throw error;
  }
}

/**
 * Runs a suite without the flag and with it. Tests that differ run again both ways, because they may have timeouts, and count
 * if they differ again.
 *
 * @param {Suite} suite
 * @param {string} folder
 * @param {string} registerUrl
 * @returns {Promise<SuiteResult>}
 */
export async function compareSuite({ name, command }, folder, registerUrl) {
  const none = `--import=${client}`;
  const flags = `${none} --import=${registerUrl} --import=${counter}`;
  const without = await runSuite(command, folder, none);
  const registered = await runSuite(command, folder, flags);
  let differences = differencesOf(without, registered);
  if (differences.length > 0) {
    const again = differencesOf(
      await runSuite(command, folder, none),
      await runSuite(command, folder, flags),
    );
    differences = differences.filter((line) => again.includes(line));
  }
  return { name, version: versionOf(folder), without, registered, differences };
}

/** @param {readonly string[]} command @param {string} cwd @param {string} nodeOptions @returns {Promise<SuiteRun>} */
async function runSuite(command, cwd, nodeOptions) {
  const report = join(cwd, 'register-report.txt');
  const served = join(cwd, 'register-requests.txt');
  for (const file of [report, served]) writeFileSync(file, '');
  await capture(process.execPath, command, {
    cwd,
    env: {
      NODE_ENV: 'test',
      NODE_OPTIONS: nodeOptions,
      NODE_TEST_CONTEXT: undefined,
      REGISTER_REPORT: report,
      REGISTER_REQUESTS: served,
    },
    timeLimit: TIME_LIMIT,
  });
  const fast = linesOf(served).reduce((sum, line) => sum + Number(line), 0);
  return { lines: linesOf(report).sort(), fast };
}

/** The lines that only one run has; repeated titles are counted. @param {SuiteRun} a @param {SuiteRun} b */
function differencesOf(a, b) {
  const missing = (/** @type {readonly string[]} */ from, /** @type {readonly string[]} */ others) => {
    const left = [...others];
    return from.filter((line) => {
      const at = left.indexOf(line);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  };
  return [
    ...missing(a.lines, b.lines).map((line) => `without: ${line}`),
    ...missing(b.lines, a.lines).map((line) => `with:    ${line}`),
  ];
}

/** @param {string} file */
function linesOf(file) {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean);
}

/** @param {string} folder @returns {string} */
function versionOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
}
