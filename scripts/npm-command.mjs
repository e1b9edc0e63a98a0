import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { capture } from './child.mjs';
import { StepFailure } from './terminal.mjs';

/**
 * The command of npm, as a script for this Node: on Windows the command is a batch file, which needs a shell, and
 * a shell parses the arguments again.
 *
 * @param {'npm' | 'npx'} name
 */
export function npmCommand(name) {
  const folderOfNode = dirname(process.execPath);
  const script = [
    dirname(process.env.npm_execpath ?? ''),
    join(folderOfNode, 'node_modules/npm/bin'),
    join(folderOfNode, '../lib/node_modules/npm/bin'),
  ]
    .map((folder) => join(folder, `${name}-cli.js`))
    .find(existsSync);
  return script === undefined ? { command: name, args: [] } : { command: process.execPath, args: [script] };
}

/**
 * Runs npm in a folder.
 *
 * @param {readonly string[]} asked
 * @param {string} cwd
 * @throws {StepFailure}
 */
export async function npm(asked, cwd) {
  const { command, args } = npmCommand('npm');
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await capture(command, [...args, ...asked, ...quiet], { cwd });
  if (code !== 0) throw new StepFailure(`npm ${asked[0]} failed in ${cwd}`, output);
}

/**
 * Installs what the lock file of a folder lists, once.
 *
 * @param {string} folder
 * @param {readonly string[]} needed Paths that exist after it.
 */
export async function installLocked(folder, needed) {
  const missing = () => needed.filter((path) => !existsSync(path));
  if (missing().length === 0) return 'up to date';
  await npm(['ci'], folder);
  if (missing().length > 0) throw new StepFailure(`npm ci has not installed ${missing().join(', ')}`);
  return 'done';
}
