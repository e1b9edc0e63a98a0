// `npm run create -- folder [options]`: creates an application that uses the packages of this clone, as `npm create nextpress` does with published
// packages.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { show } from './child.mjs';
import { setUp } from './install.mjs';
import { packAll, useTarballs } from './pack.mjs';
import { root } from './root.mjs';
import { orExit, step } from './terminal.mjs';

const [folder, ...options] = process.argv.slice(2);
if (folder === undefined || folder.startsWith('-')) {
  console.error('npm run create: expected a folder, as in: npm run create -- ../my-app');
  process.exit(2);
}
/** Where npm was called. */
const cwd = process.env.INIT_CWD ?? process.cwd();
const project = resolve(cwd, folder);
const manifest = join(project, 'package.json');
const folderOfTarballs = join(root, 'node_modules/.cache/tarballs');

await setUp('create', ['./packages/*']);
const hadManifest = existsSync(manifest);
const command = join(root, 'packages/create-nextpress/dist/command.js');
process.exitCode = await show(process.execPath, [command, project, ...options], { cwd });
// The command creates nothing when it refuses its arguments or prints help.
if (!hadManifest && existsSync(manifest)) orExit(await step('pack', pack));

async function pack() {
  rmSync(folderOfTarballs, { recursive: true, force: true });
  mkdirSync(folderOfTarballs, { recursive: true });
  const { tarballs } = await packAll(folderOfTarballs);
  useTarballs(manifest, tarballs);
  return `${tarballs.size} packages`;
}
