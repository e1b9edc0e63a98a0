#!/usr/bin/env node
/** @module The command `nextpress`. */
import { parseArgs } from 'node:util';
import { CHECK } from './check/check-command.ts';
import type { Command } from './command-type.ts';
import { DEV } from './dev/dev-command.ts';
import { EXPLAIN } from './inspect/explain.ts';
import { ROUTES } from './inspect/routes.ts';
import { OPENAPI } from './openapi/openapi-command.ts';
import { runTrial, TRIAL_HELP } from './trial/trial-command.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  check: CHECK,
  routes: ROUTES,
  explain: EXPLAIN,
  openapi: OPENAPI,
  dev: DEV,
};

const [name = '--help', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (name === 'trial') process.exit(await runTrial(args));
else if (command !== undefined) {
  // The application's timers, pools and watchers would keep the process alive.
  process.exit(await run(command));
} else {
  const isHelp = name === '--help' || name === '-h';
  const helps = [...Object.values(COMMANDS).map(({ help }) => help), TRIAL_HELP];
  (isHelp ? process.stdout : process.stderr).write(
    `${isHelp ? '' : `Unknown command "${name}": expected check, dev, explain, openapi, routes or trial\n\n`}${helps.join('\n\n')}\n`,
  );
  process.exitCode = isHelp ? 0 : 2;
}

/** Runs a command and returns its exit code. */
async function run({ help, expected, count, options, optionalValues = [], print }: Command): Promise<number> {
  const { stdout, stderr } = process;
  const write = stdout.write;
  // The application's output must not mix with the command's.
  stdout.write = stderr.write.bind(stderr) as typeof write;
  try {
    const { values, positionals } = parseArgs({
      args: withEmptyValues(optionalValues),
      allowPositionals: true,
      options: { ...options, help: { type: 'boolean', short: 'h' } },
    });
    const [least, most] = typeof count === 'number' ? [count, count] : count;
    if (!values.help && (positionals.length < least || positionals.length > most)) {
      throw new Error(`nextpress ${name}: expected ${expected}, got ${positionals.length}\n\n${help}`);
    }
    const { text, code = 0 } = values.help ? { text: help } : await print(positionals, values);
    stdout.write = write;
    // The process exits next, and writes to a pipe may be pending.
    if (text !== undefined) await new Promise((done) => stdout.write(`${text}\n`, done));
    return code;
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

/** The arguments, with `--name=` for each `--name` whose value may be missing: parseArgs would take the next argument. */
function withEmptyValues(names: readonly string[]): string[] {
  const end = args.indexOf('--');
  return args.map((arg, index) => {
    const isOption = arg.startsWith('--') && (end === -1 || index < end);
    return isOption && names.includes(arg.slice(2)) ? `${arg}=` : arg;
  });
}
