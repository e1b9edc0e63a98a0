#!/usr/bin/env node
/** @module The command `nextpress`. */
import { CHECK_HELP, checkCommand } from './check/check-command.ts';

const [command, ...args] = process.argv.slice(2);
if (command === 'check') {
  // Timers, pools and watchers of the application would keep the process alive.
  process.exit(await runCheck(args));
} else {
  const isHelp = command === undefined || command === '--help' || command === '-h';
  (isHelp ? process.stdout : process.stderr).write(
    `${isHelp ? '' : `Unknown command "${command}": expected check\n\n`}${CHECK_HELP}\n`,
  );
  process.exitCode = isHelp ? 0 : 2;
}

async function runCheck(rest: readonly string[]): Promise<number> {
  try {
    return await checkCommand(rest);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}
