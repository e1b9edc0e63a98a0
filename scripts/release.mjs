// `npm run release`: builds everything once, from nothing, then publishes what npm does not have yet.
// The packages have no `prepack`: several are published at a time, and each would rebuild what the others pack.
import { buildFromNothing } from './build.mjs';
import { show } from './child.mjs';
import { install } from './install.mjs';
import { pnpmCommand } from './pnpm-command.mjs';
import { announce, orExit, step } from './terminal.mjs';

announce('release');
orExit(await step('install', install));
orExit(await step('build', buildFromNothing));
const { command, args, env } = await pnpmCommand();
process.exitCode = await show(command, [...args, 'exec', 'changeset', 'publish'], { env });
