// Runs the pinned pnpm with the given arguments.
import { show } from './child.mjs';
import { pnpmCommand } from './pnpm-command.mjs';

const { command, args, env } = await pnpmCommand();
// Ctrl-C reaches the child through the terminal, and this process reports its exit code.
process.on('SIGINT', () => {});
process.exitCode = await show(command, [...args, ...process.argv.slice(2)], { env });
