import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * How to call npm or npx. Their scripts are run by this very Node: on Windows the commands are batch
 * files, which only a shell can start, and a shell reads arguments again.
 *
 * @param {'npm' | 'npx'} name
 */
export function npmCommand(name) {
  const beside = dirname(process.execPath);
  const script = [
    dirname(process.env.npm_execpath ?? ''),
    join(beside, 'node_modules/npm/bin'),
    join(beside, '../lib/node_modules/npm/bin'),
  ]
    .map((folder) => join(folder, `${name}-cli.js`))
    .find(existsSync);
  return script === undefined ? { command: name, args: [] } : { command: process.execPath, args: [script] };
}
