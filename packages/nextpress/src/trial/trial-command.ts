import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { requireOf } from '@nextpress/semantics/optional-package';

export const TRIAL_HELP = `nextpress trial [options] -- command

Runs the tests of an Express application, such as npm test, with the Express that is installed and with Nextpress in its place, and
prints what differs. Its own --help has the options.`;

const PACKAGE = '@nextpress/trial';

/** The part of `@nextpress/trial` that the command uses. */
interface TrialPackage {
  runTrial(args: readonly string[]): Promise<number>;
}

/**
 * Runs a trial with the installed package, or else with one that npm downloads: people run a trial before they install
 * anything.
 */
export async function runTrial(args: readonly string[]): Promise<number> {
  const require = requireOf(PACKAGE, [import.meta.url]);
  if (require !== undefined) return (require(PACKAGE) as TrialPackage).runTrial(args);
  const download = ['exec', '--yes', `--package=${PACKAGE}`, '--', 'nextpress-trial', ...args];
  process.stderr.write(`npm ${download.join(' ')}\n`);
  const child = spawn('npm', download, { stdio: 'inherit', shell: process.platform === 'win32' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 2;
}
