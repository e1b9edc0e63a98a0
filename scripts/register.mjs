// `npm run test:register`: runs test suites of other projects with and without the register entry of the fast lane.
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { optionsOrEnd } from './command-line.mjs';
import { setUp } from './install.mjs';
import { hasDebianSources } from './register/debian-source.mjs';
import { compareNodeTests, findNodeTests, LEAST_SHARE } from './register/node-tests.mjs';
import { readOptions, usage } from './register/options.mjs';
import { compareSuite, prepareSuite, suites } from './register/suites.mjs';
import { root } from './root.mjs';
import { conclude, indent, StepFailure, step } from './terminal.mjs';

/** The fast run has every nth test of Node. */
const FAST_STRIDE = 8;
const options = optionsOrEnd(readOptions, usage, process.argv.slice(2));
// Not in a dot folder: send does not serve files from there.
const cache = join(root, 'tests/matrix/register');
mkdirSync(cache, { recursive: true });
const registerUrl = pathToFileURL(join(root, 'packages/fast-lane/dist/register.js')).href;
/** @type {readonly { reason: string, tests: readonly string[] }[]} */
const known = JSON.parse(readFileSync(new URL('register/known-failures.json', import.meta.url), 'utf8'));
const sum = { passed: 0, failed: 0 };

if (options.suites === undefined && !hasDebianSources()) {
  console.log('  skipped: this is not Debian, and there is no --suites\n');
  process.exit(0);
}
await setUp('test:register', ['@nextpress/fast-lane...']);
await compareWithNode();
await compareSuites();

conclude('Register', sum);
if (sum.passed === 0) process.exitCode = 1;

async function compareWithNode() {
  const found = await orSkip("Node's tests", () => findNodeTests(cache));
  if (found === undefined) return;
  const isChosen = (/** @type {string} */ file, /** @type {number} */ index) =>
    index % FAST_STRIDE === 0 && !isListed(basename(file));
  const files = options.isFast ? found.filter(isChosen) : found;
  await step("Node's tests", async (say) => {
    const flags = [`--import=${registerUrl}`];
    const result = await compareNodeTests(files, { flags, isFast: options.isFast, say });
    return judge(result);
  });
}

/** @param {import('./register/node-tests.mjs').NodeRun} result */
function judge({ passed, passedWithout, failed }) {
  const share = passed / passedWithout;
  const facts = `${passed} of ${passedWithout} pass with the flag, ${(100 * share).toFixed(1)} %`;
  const unlisted = failed.filter(({ name }) => !isListed(name));
  sum.passed += passed;
  sum.failed += unlisted.length;
  if (failed.length > 0) console.log(`\n${indent(groupsOf(failed.map(({ name }) => name)))}\n`);
  if (unlisted.length > 0) {
    const details = unlisted.map(({ name, output }) => `${name}\n${indent(output.trim())}`).join('\n\n');
    throw new StepFailure(`${facts}; unexpected failures: ${unlisted.length}`, details);
  }
  // Not a number where no test has passed at all.
  if (!(share >= LEAST_SHARE)) {
    sum.failed++;
    throw new StepFailure(`${facts}; expected at least ${100 * LEAST_SHARE} %`);
  }
  return facts;
}

/** The tests that fail only with the flag, by reason. @param {readonly string[]} names */
function groupsOf(names) {
  const groups = known.map(({ reason, tests }) => ({
    reason,
    found: names.filter((name) => tests.includes(name)),
  }));
  return [...groups, { reason: 'not listed', found: names.filter((name) => !isListed(name)) }]
    .filter(({ found }) => found.length > 0)
    .map(({ reason, found }) => `${reason}:\n${indent(found.join('\n'))}`)
    .join('\n');
}

/** @param {string} name */
function isListed(name) {
  return known.some(({ tests }) => tests.includes(name));
}

async function compareSuites() {
  const checkouts = options.suites === undefined ? undefined : resolve(options.suites);
  for (const suite of suites.filter(({ isFast }) => isFast || !options.isFast)) {
    const folder = await orSkip(suite.name, () => prepareSuite(suite, cache, checkouts));
    if (folder === undefined) continue;
    await step(suite.name, async () => {
      const { version, without, registered, differences } = await compareSuite(suite, folder, registerUrl);
      const passed = passedOf(registered.lines);
      const facts = `${version}: ${passed} of ${registered.lines.length} pass, ${passedOf(without.lines)} without the flag, ${registered.fast} requests in the lane`;
      sum.passed += passed;
      sum.failed += differences.length;
      if (differences.length > 0)
        throw new StepFailure(`${facts}; results differ: ${differences.length}`, differences.join('\n'));
      if (passed > 0 && registered.fast > 0) return facts;
      sum.failed++;
      throw new StepFailure(facts);
    });
  }
}

/** @param {readonly string[]} lines */
function passedOf(lines) {
  return lines.filter((line) => line.startsWith('passed ')).length;
}

/**
 * Skips tests that are not available here and prints the reason.
 *
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} run
 * @returns {Promise<Result | undefined>}
 */
async function orSkip(name, run) {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    console.log(`  - ${name.padEnd(15)} skipped: ${error.message}`);
    return undefined;
  }
}
