// `npm run bench`, `bench:latency`, `bench:lane` and `bench:compare`: sets everything up, then runs a front end of the
// benchmarks. The first argument names it, the others are its options.
import { optionsOrEnd } from './command-line.mjs';
import { buildCommit, commitOf } from './commit-build.mjs';
import { install } from './install.mjs';
import { installNode, supportedMajors } from './node-matrix.mjs';
import { announce, orExit, StepFailure, step } from './terminal.mjs';
import { turbo } from './turbo.mjs';

/**
 * @typedef {{ node: string | undefined, json: boolean, ref?: string }} Options
 * @typedef {{ node: string, base: { folder: string, commit: string } }} Context
 *
 * @typedef {object} FrontEnd
 * @property {string} usage
 * @property {(args: string[]) => Options | undefined} readOptions
 * @property {(options: Options) => boolean} [isOffline]
 * @property {(options: Options, context: Context) => Promise<void>} run
 */

const [asked = '', ...args] = process.argv.slice(2);
// `npm run bench -- router`: the first argument is a package.
const name = asked === 'bench' && /^\w/.test(args[0] ?? '') ? 'packages' : asked;
// The path is computed because the scripts are type-checked without the benchmarks.
/** @type {FrontEnd} */
const frontEnd = await import(`../benchmarks/${name}.mjs`);
const options = optionsOrEnd(readOptions, frontEnd.usage, args);
/** @type {Context} */
const context = { node: process.execPath, base: { folder: '', commit: '' } };
/** @type {[string, (say?: import('./terminal.mjs').Say) => Promise<string>][]} */
const steps = [
  ['install', install],
  ['build', () => turbo(['build'], name === 'packages' ? [] : ['--filter=@nextpress/benchmarks...'])],
  ...(options.node === undefined
    ? []
    : [/** @type {[string, () => Promise<string>]} */ (['node', findNode])]),
  ...(options.ref === undefined
    ? []
    : [/** @type {[string, () => Promise<string>]} */ (['base', buildBase])]),
];
try {
  if (!frontEnd.isOffline?.(options)) await setUp();
  await frontEnd.run(options, context);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof StepFailure && error.details !== '') console.error(`\n${error.details.trimEnd()}`);
  process.exitCode = 1;
}

/** Reports a wrong option before anything is installed or built. @param {string[]} args */
function readOptions(args) {
  const read = frontEnd.readOptions(args);
  const majors = supportedMajors();
  if (read?.node !== undefined && !majors.includes(read.node)) {
    throw new Error(`Invalid --node: expected ${majors.join(', ')}, got ${read.node}`);
  }
  return read;
}

async function setUp() {
  if (options.json) {
    for (const [, run] of steps) await run();
    return;
  }
  announce(name === asked && name !== 'bench' ? `bench:${name}` : 'bench');
  for (const [title, run] of steps) orExit(await step(title, run));
  console.log();
}

async function findNode() {
  const node = await installNode(String(options.node));
  context.node = node.path;
  return node.version;
}

/** @param {import('./terminal.mjs').Say} [say] */
async function buildBase(say) {
  const commit = commitOf(String(options.ref));
  context.base = { folder: await buildCommit(commit, say), commit: commit.slice(0, 10) };
  return context.base.commit;
}
