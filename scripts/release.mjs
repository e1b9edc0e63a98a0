// `npm run release`: deletes all builds, builds once, and publishes the versions that npm does not have.
// A `prepack` of each package would rebuild what another one is packing at the same time.
import { buildFromNothing } from './build.mjs';
import { binOf, show } from './child.mjs';
import { optionsOrEnd } from './command-line.mjs';
import { install } from './install.mjs';
import { pnpmCommand } from './pnpm-command.mjs';
import { announce, orExit, step } from './terminal.mjs';

const HELP = `npm run release -- [--dry-run] [--help]

  builds and publishes the versions that npm does not have

  --dry-run   publishes into a registry on this machine instead, installs from it with npm, pnpm and Yarn on every supported Node, follows
              the tutorial, and creates a project of every template`;

/** Publishes nothing if it is given an unknown argument. @param {string[]} args */
function readOptions([first]) {
  if (first === '--help') return undefined;
  if (first !== undefined && first !== '--dry-run')
    throw new Error(`Unknown argument ${first}: expected --dry-run or none`);
  return { isDry: first !== undefined };
}

const { isDry } = optionsOrEnd(readOptions, HELP, process.argv.slice(2));
announce('release');
orExit(await step('install', install));
orExit(await step('build', buildFromNothing));
process.exitCode = await (isDry ? tryOut() : publish());

async function publish() {
  const { command, args, env } = await pnpmCommand();
  return await show(command, [...args, 'exec', 'changeset', 'publish'], { env });
}

/** The checks of packages, then the release as its users meet it, which fails where it cannot be tried. */
async function tryOut() {
  const code = await show(process.execPath, ['scripts/check.mjs', 'tarballs', 'budgets', 'packages']);
  if (code !== 0) return code;
  return await show(process.execPath, [binOf('vitest'), 'run', 'tests/release'], {
    env: { NEXTPRESS_TESTS: 'full', NEXTPRESS_RELEASE: 'required' },
  });
}
