import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { capture } from './child.mjs';
import { npmCommand } from './npm-command.mjs';
import { root } from './root.mjs';
import { StepFailure } from './terminal.mjs';

// npx takes a second to locate a package.
const locationFile = join(root, 'node_modules/.nextpress-pnpm');

/**
 * The command of the pinned pnpm on a machine that may have only Node and npm: pnpm on PATH if it has that version, or
 * else what npx fetches. In the returned environment, `pnpm` is the pinned one.
 *
 * @returns {Promise<{ command: string, args: string[], env: NodeJS.ProcessEnv }>}
 * @throws StepFailure when it cannot be fetched
 */
export async function pnpmCommand() {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const env = { TURBO_TELEMETRY_DISABLED: '1' };
  const found = spawnSync('pnpm', ['--version'], { encoding: 'utf8', cwd: root });
  if (`pnpm@${found.stdout?.trim()}` === packageManager) return { command: 'pnpm', args: [], env };
  const folder = locatedBefore(packageManager) ?? (await fetched(packageManager));
  return {
    command: process.execPath,
    args: [scriptIn(folder)],
    env: { ...env, PATH: `${folder}${delimiter}${process.env.PATH}` },
  };
}

/** @param {string} packageManager @returns {string | undefined} */
function locatedBefore(packageManager) {
  if (!existsSync(locationFile)) return undefined;
  const folder = readFileSync(locationFile, 'utf8');
  return holds(folder, packageManager) ? folder : undefined;
}

/** @param {string} packageManager */
async function fetched(packageManager) {
  const { command, args } = npmCommand('npx');
  const ask = [
    '--yes',
    '--loglevel=error',
    `--package=${packageManager}`,
    '--',
    'node',
    '-p',
    'process.env.PATH',
  ];
  const { output } = await capture(command, [...args, ...ask]);
  const folder = output
    .split(/\r?\n/)
    .flatMap((line) => line.split(delimiter))
    .find((path) => holds(path, packageManager));
  if (folder === undefined) throw new StepFailure(`npx could not fetch ${packageManager}`, output);
  // There is no node_modules before the first install.
  if (existsSync(join(root, 'node_modules'))) writeFileSync(locationFile, folder);
  return folder;
}

/** Whether a folder of commands has that pnpm. @param {string} folder @param {string} packageManager */
function holds(folder, packageManager) {
  const manifest = join(folder, '../pnpm/package.json');
  if (folder === '' || !existsSync(manifest) || !existsSync(scriptIn(folder))) return false;
  return `pnpm@${JSON.parse(readFileSync(manifest, 'utf8')).version}` === packageManager;
}

/** @param {string} folder */
function scriptIn(folder) {
  return join(folder, '../pnpm/bin/pnpm.mjs');
}
