import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The command of npm or npx, as a script for this Node: on Windows the commands are batch files, which need a shell, and
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
