/** @module The command line of `nextpress trial`. */

import { parseArgs } from 'node:util';
import { trial } from './trial.ts';

const HELP = `nextpress trial [--requests file] [--timeout seconds] [--keep] -- command

Runs a command with the installed Express and with Nextpress instead, and prints what differs: exit code, tests by name,
time, CPU. Works in a temporary copy of the project.

  command     runs your tests, such as npm test; with --requests it starts your application, such as npm start
  --requests  sends the requests in a HAR file, or in lines such as GET /users, and compares the responses
  --timeout   seconds that the command may run, or with --requests take to listen (default 1800, or 60)
  --keep      if nothing differs, writes the switch into package.json`;

/** The maximum of a timer. */
const MOST_SECONDS = 2_000_000;

/**
 * Runs a trial, and prints its progress to standard error and its result to standard output.
 *
 * @param args - such as `['--', 'npm', 'test']`
 * @returns the exit code: 0 if nothing differs, 1 if something does, 2 if there was nothing to compare
 *
 * @example
 * import { runTrial } from '@nextpress/trial';
 *
 * await runTrial(['--help']); // => 0
 */
export async function runTrial(args: readonly string[]): Promise<number> {
  const print = (text: string): Promise<void> =>
    new Promise((done) => process.stdout.write(`${text}\n`, () => done()));
  try {
    const { values, command } = readArguments(args);
    if (values.help) {
      await print(HELP);
      return 0;
    }
    const { requests, keep, timeout } = values;
    const options = {
      command,
      requests,
      keep,
      timeout: timeout === undefined ? undefined : secondsOf(timeout),
    };
    const { isSame, text } = await trial({
      ...options,
      onProgress: (line) => process.stderr.write(`${line}\n`),
    });
    await print(text);
    return isSame ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return 2;
  }
}

function readArguments(args: readonly string[]) {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const { values, positionals } = parseArgs({
    args: args.slice(0, end),
    allowPositionals: true,
    options: {
      requests: { type: 'string' },
      timeout: { type: 'string' },
      keep: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const command = args.slice(end + 1);
  if (!values.help && (command.length === 0 || positionals.length > 0)) {
    throw new Error(
      `Missing command: expected one after --, such as: npx nextpress trial -- npm test\n\n${HELP}`,
    );
  }
  return { values, command };
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= MOST_SECONDS) return seconds;
  throw new Error(`Invalid --timeout: expected a number of seconds up to ${MOST_SECONDS}, got ${text}`);
}
