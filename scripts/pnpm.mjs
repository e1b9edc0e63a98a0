// Runs the pinned pnpm with the arguments given.
import { show } from './child.mjs';
import { pnpmCommand } from './pnpm-command.mjs';

const { command, args, env } = await pnpmCommand();
// Ctrl-C reaches the child through the terminal; this process must outlive it to report its exit code.
process.on('SIGINT', () => {});
process.exitCode = await show(command, [...args, ...process.argv.slice(2)], { env });
