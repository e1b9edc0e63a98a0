/** @module The page of the commands: what their `--help` prints. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from '../child.mjs';
import { root } from '../root.mjs';
import { block, heading } from './markdown.mjs';

const COMMANDS = [
  ['nextpress dev', 'nextpress', ['dev']],
  ['nextpress trial', 'trial', []],
  ['nextpress check', 'nextpress', ['check']],
  ['nextpress routes', 'nextpress', ['routes']],
  ['nextpress explain', 'nextpress', ['explain']],
  ['nextpress openapi', 'nextpress', ['openapi']],
  ['create-nextpress', 'create-nextpress', []],
];

/** @returns {Promise<string>} */
export async function commandsPage() {
  const helps = await Promise.all(
    COMMANDS.map(async ([title, pkg, args]) => [
      heading(2, String(title)),
      block(await helpOf(String(pkg), /** @type {string[]} */ (args)), 'text'),
    ]),
  );
  return `${['# Commands', '`nextpress` is the command of the package with the same name: `npx nextpress dev`.', ...helps.flat()].join('\n\n')}\n`;
}

/** @param {string} pkg @param {readonly string[]} args */
async function helpOf(pkg, args) {
  const command = join(root, 'packages', pkg, 'dist/command.js');
  if (!existsSync(command)) throw new Error(`No built command ${command}: run npm run build first`);
  const { code, output } = await capture(process.execPath, [command, ...args, '--help']);
  if (code !== 0) throw new Error(`${pkg} ${args.join(' ')} --help failed: ${output}`);
  return output.trim();
}
