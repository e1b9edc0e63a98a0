#!/usr/bin/env node
/** @module The command `nextpress`. */
import { CHECK_HELP, checkCommand } from './check/check-command.ts';

const [command, ...args] = process.argv.slice(2);
if (command === 'check') {
  // The application may keep the process alive: timers, pools, watchers.
  process.exit(await commandEnd(args));
} else {
  const known = command === undefined || command === '--help' || command === '-h';
  (known ? process.stdout : process.stderr).write(
    `${known ? '' : `nextpress has no command "${command}".\n\n`}${CHECK_HELP}\n`,
  );
  process.exitCode = known ? 0 : 2;
}

async function commandEnd(rest: readonly string[]): Promise<number> {
  try {
    return await checkCommand(rest);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}
