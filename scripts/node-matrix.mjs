import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { installLocked } from './npm-command.mjs';
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
export function installNodes(nodes) {
  return installLocked(
    folder,
    nodes.map(({ path }) => path),
  );
}

/** Downloads the Node of a major version. @param {string} major @throws {StepFailure} */
export async function installNode(major) {
  const node = matrixNodes().find((each) => each.major === major);
  if (node === undefined) throw new StepFailure(`npm has no Node ${major} for ${platform}`);
  await installNodes([node]);
  return node;
}

/** An environment in which `node` is that Node. @param {Pick<MatrixNode, 'path'>} node @returns {NodeJS.ProcessEnv} */
export function environmentOf({ path }) {
  return { PATH: `${dirname(path)}${delimiter}${process.env.PATH}` };
}
