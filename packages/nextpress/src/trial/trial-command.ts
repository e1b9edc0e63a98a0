import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { requireOf } from '@nextpress/semantics/optional-package';
import type { Command } from '../command-type.ts';

const HELP = `nextpress trial [--requests file] [--timeout seconds] [--keep] -- command

Runs a command with the Express that is installed and with Nextpress in its place, and prints what differs: exit code, tests by name,
time, CPU. It works in a temporary copy: no file of the project changes.

  command     what runs your tests, such as npm test; with --requests what starts your application, such as npm start
  --requests  sends the requests of a HAR file, or of lines such as GET /users, and compares the responses
  --timeout   how many seconds the command may run, or with --requests take until it listens (default 1800, or 60)
  --keep      if nothing differs, writes the switch into package.json`;

const PACKAGE = '@nextpress/trial';

/** The part of `@nextpress/trial` that the command uses. */
interface TrialPackage {
  trial(options: object): Promise<{ readonly isSame: boolean; readonly text: string }>;
}

export const TRIAL: Command = {
  help: HELP,
  expected: 'a command after --, such as: npx nextpress trial -- npm test',
  count: [1, Number.POSITIVE_INFINITY],
  options: {
    requests: { type: 'string' },
    timeout: { type: 'string' },
    keep: { type: 'boolean' },
  },
  async print(command, { requests, timeout, keep }) {
    const require = requireOf(PACKAGE, [import.meta.url]);
    if (require === undefined) return { text: undefined, code: await fromRegistry() };
    const { trial } = require(PACKAGE) as TrialPackage;
    const { isSame, text } = await trial({
      command,
      requests,
      timeout: timeout === undefined ? undefined : secondsOf(String(timeout)),
      keep,
      onProgress: (line: string) => process.stderr.write(`${line}\n`),
    });
    return { text, code: isSame ? 0 : 1 };
  },
};

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (seconds > 0) return seconds;
  throw new Error(`Invalid --timeout: expected a number of seconds, got ${text}`);
}

/** A trial comes before anything is installed. */
async function fromRegistry(): Promise<number> {
  const { version } = createRequire(import.meta.url)('nextpress/package.json') as { version: string };
  const packages = ['nextpress', PACKAGE].map((name) => `--package=${name}@${version}`);
  const args = ['exec', '--yes', ...packages, '--', 'nextpress', ...process.argv.slice(2)];
  process.stderr.write(`npm ${args.join(' ')}\n`);
  const child = spawn('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 2;
}
