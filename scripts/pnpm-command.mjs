import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { npm } from './npm-command.mjs';
import { root } from './root.mjs';

/**
 * The pinned pnpm, on a machine that may have only Node and npm. In the returned environment, `pnpm` is the pinned one.
 *
 * @returns {Promise<{ command: string, args: string[], env: NodeJS.ProcessEnv }>}
 * @throws {StepFailure} If npm cannot install it.
 */
export async function pnpmCommand() {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folder = join(root, 'node_modules/.cache', packageManager);
  const script = join(folder, 'node_modules/pnpm/bin/pnpm.mjs');
  if (!existsSync(script)) {
    mkdirSync(folder, { recursive: true });
    await npm(['install', '--prefix', folder, packageManager], folder);
  }
  const PATH = `${join(folder, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  return { command: process.execPath, args: [script], env: { TURBO_TELEMETRY_DISABLED: '1', PATH } };
}
