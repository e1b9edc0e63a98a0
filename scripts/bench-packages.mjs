// `npm run bench:packages`: the benchmarks that packages have of their own functions, one after the other.
// Names choose: `npm run bench:packages -- router middleware`.
import { binOf, show } from './child.mjs';
import { install } from './install.mjs';
import { pnpmCommand } from './pnpm-command.mjs';
import { announce, orExit, step } from './terminal.mjs';
import { turbo } from './turbo.mjs';
import { publicPackages, readWorkspace } from './workspace.mjs';

const all = publicPackages(readWorkspace()).filter(({ manifest }) => manifest.scripts?.bench !== undefined);
const shortName = (/** @type {string} */ path) => path.slice(path.lastIndexOf('/') + 1);
const asked = process.argv.slice(2);
const names = all.map(({ path }) => shortName(path));
const unknown = asked.find((name) => !names.includes(name));
if (unknown !== undefined) {
  console.error(`There is no benchmark of "${unknown}": there are ${names.join(', ')}.`);
  process.exit(1);
}

announce('bench:packages');
orExit(await step('install', install));
orExit(await step('build', () => turbo(['build'])));
console.log();
const chosen = all.filter(({ path }) => asked.length === 0 || asked.includes(shortName(path)));
const { env } = await pnpmCommand();
// What they print is the result: turbo must show all of it, and two at once would disturb each other.
const flags = ['--concurrency=1', '--only', '--output-logs=new-only', '--ui=stream', '--log-order=stream'];
const filters = chosen.map(({ name }) => `--filter=${name}`);
process.exitCode = await show(process.execPath, [binOf('turbo'), 'run', 'bench', ...flags, ...filters], {
  env: { ...env, TURBO_PRINT_VERSION_DISABLED: '1' },
});
