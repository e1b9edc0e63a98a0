#!/usr/bin/env node
/** @module The command `nextpress`. */
import { CHECK_HELP, checkCommand } from './check/check-command.ts';
import { EXPLAIN_HELP, explainCommand } from './inspect/explain-command.ts';
import { ROUTES_HELP, routesCommand } from './inspect/routes-command.ts';
import { OPENAPI_HELP, openapiCommand } from './openapi/openapi-command.ts';

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  check: checkCommand,
  explain: explainCommand,
  openapi: openapiCommand,
  routes: routesCommand,
};

const HELP = [CHECK_HELP, ROUTES_HELP, EXPLAIN_HELP, OPENAPI_HELP].join('\n\n');

const [name, ...args] = process.argv.slice(2);
const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command !== undefined) {
  // Timers, pools and watchers of the application would keep the process alive.
  process.exit(await run(command));
} else {
  const isHelp = name === undefined || name === '--help' || name === '-h';
  (isHelp ? process.stdout : process.stderr).write(
    `${isHelp ? '' : `Unknown command "${name}": expected check, explain, openapi or routes\n\n`}${HELP}\n`,
  );
  process.exitCode = isHelp ? 0 : 2;
}

async function run(chosen: (args: readonly string[]) => Promise<number>): Promise<number> {
  try {
    return await chosen(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}
