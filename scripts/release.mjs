// `npm run release`: deletes all builds, builds once, and publishes the versions that npm does not have.
// A `prepack` of each package would rebuild what another one is packing at the same time.
import { buildFromNothing } from './build.mjs';
import { show } from './child.mjs';
import { optionsOrEnd } from './command-line.mjs';
import { install } from './install.mjs';
import { pnpmCommand } from './pnpm-command.mjs';
import { announce, orExit, step } from './terminal.mjs';

/** Publishes nothing if it is given an argument. @param {string[]} args */
function readOptions([first]) {
  if (first === '--help') return undefined;
  if (first !== undefined) throw new Error(`Unknown argument ${first}: expected none`);
  return {};
}

optionsOrEnd(
  readOptions,
  'npm run release -- [--help]\n\n  builds and publishes the versions that npm does not have',
  process.argv.slice(2),
);
announce('release');
orExit(await step('install', install));
orExit(await step('build', buildFromNothing));
const { command, args, env } = await pnpmCommand();
process.exitCode = await show(command, [...args, 'exec', 'changeset', 'publish'], { env });
