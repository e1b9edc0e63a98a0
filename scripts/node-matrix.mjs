import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { capture } from './child.mjs';
import { npmCommand } from './npm-command.mjs';
import { root } from './root.mjs';
import { StepFailure } from './terminal.mjs';

const folder = join(root, 'tests/matrix/nodes');
const platform = `${process.platform}-${process.arch}`;

/**
 * A Node of the matrix.
 *
 * @typedef {object} MatrixNode
 * @property {string} version
 * @property {string} major
 * @property {string} path Of its executable.
 */

/** The Nodes of `tests/matrix/nodes` for this platform; none where npm has no such packages. @returns {MatrixNode[]} */
export function matrixNodes() {
  return entries()
    .filter(({ alias }) => alias.endsWith(`-${platform}`))
    .map(({ alias, version, major }) => ({
      version,
      major,
      path: join(folder, 'node_modules', alias, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'),
    }));
}

/** The major versions of the matrix, on any platform. @returns {string[]} */
export function supportedMajors() {
  return [...new Set(entries().map(({ major }) => major))];
}

function entries() {
  /** @type {{ optionalDependencies: Record<string, string> }} */
  const { optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.entries(optionalDependencies).map(([alias, range]) => {
    const version = range.slice(range.lastIndexOf('@') + 1);
    return { alias, version, major: version.slice(0, version.indexOf('.')) };
  });
}

/** Downloads the missing ones, about 200 MB, once. @param {readonly MatrixNode[]} nodes */
export async function installNodes(nodes) {
  if (nodes.every(({ path }) => existsSync(path))) return 'up to date';
  const { command, args } = npmCommand('npm');
  const { code, output } = await capture(
    command,
    [...args, 'ci', '--no-fund', '--no-audit', '--loglevel=error'],
    { cwd: folder },
  );
  const missing = nodes.filter(({ path }) => !existsSync(path));
  if (code === 0 && missing.length === 0) return `${nodes.length} Nodes`;
  const absent = missing.map(({ version }) => version).join(', ');
  throw new StepFailure('npm ci in tests/matrix/nodes failed', `${output}\nmissing: ${absent}`);
}

/** An environment in which `node` is that Node. @param {MatrixNode} node @returns {NodeJS.ProcessEnv} */
export function environmentOf({ path }) {
  const separator = process.platform === 'win32' ? ';' : ':';
  return { PATH: `${dirname(path)}${separator}${process.env.PATH}` };
}
