// `npm run bench:compare -- <git ref>`: builds the working tree and a commit, then measures one beside the other.
// Options go to the runner: `npm run bench:compare -- --help`.
import { buildCommit, commitOf } from './commit-build.mjs';
import { install } from './install.mjs';
import { announce, orExit, StepFailure, step } from './terminal.mjs';
import { turbo } from './turbo.mjs';

// Paths in variables: the scripts are type-checked without the benchmarks.
const commandLine = '../benchmarks/compare/command-line.mjs';
const runner = '../benchmarks/compare/run.mjs';

// A wrong option is said before anything is installed or built.
const { compareOptionsOrEnd } = await import(commandLine);
/** @type {{ ref: string, json: boolean }} */
const options = await compareOptionsOrEnd(process.argv.slice(2));
const commit = commitOrEnd(options.ref);
const build = () => turbo(['build'], ['--filter=@nextpress/benchmarks...']);
let base = { folder: '', commit: '' };
/** @param {import('./terminal.mjs').Say} [say] */
const buildBase = async (say) => {
  base = { folder: await buildCommit(commit, say), commit: commit.slice(0, 10) };
  return base.commit;
};
if (options.json) {
  await install();
  await build();
  await buildBase();
} else {
  announce('bench:compare');
  orExit(await step('install', install));
  orExit(await step('build', build));
  orExit(await step('build the base', buildBase));
  console.log();
}
const { run } = await import(runner);
try {
  await run(options, base);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string} ref */
function commitOrEnd(ref) {
  try {
    return commitOf(ref);
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    console.error(`${error.message}. ${error.details}`);
    return process.exit(1);
  }
}
