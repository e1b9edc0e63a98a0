import { spawnSync } from 'node:child_process';
import ts from 'typescript-5';
import { filesIn, readText } from './check/files.mjs';
import { root } from './root.mjs';

/** A source of a package. Templates, tests and benchmarks are not counted. */
const SOURCE = /^packages\/([^/]+)\/src\/.+\.ts$/;

/** @typedef {{ lines: number, files: number }} Size */

/**
 * The code lines and the source files of each folder in `packages`.
 *
 * @param {string} [commit] Instead of the working tree.
 * @returns {Map<string, Size>}
 */
export function packageSizes(commit) {
  /** @type {Map<string, Size>} */
  const sizes = new Map();
  for (const [path, text] of commit === undefined ? sourcesNow() : sourcesAt(commit)) {
    const folder = SOURCE.exec(path)?.[1] ?? '';
    const { lines, files } = sizes.get(folder) ?? { lines: 0, files: 0 };
    sizes.set(folder, { lines: lines + codeLines(text), files: files + 1 });
  }
  return sizes;
}

/**
 * The number of code lines, without blank lines and comments. Biome has formatted the sources, so it does not depend on their
 * author.
 *
 * @param {string} text
 */
export function codeLines(text) {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest);
  const lineAt = (/** @type {number} */ position) => source.getLineAndCharacterOfPosition(position).line;
  /** @type {Set<number>} */
  const lines = new Set();
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode) return;
    const parts = node.getChildren(source);
    for (const part of parts) visit(part);
    if (parts.length > 0 || node.getWidth(source) === 0) return;
    for (let line = lineAt(node.getStart(source)); line <= lineAt(node.getEnd()); line++) lines.add(line);
  };
  visit(source);
  return lines.size;
}

/** @returns {[path: string, text: string][]} */
function sourcesNow() {
  return filesIn('packages', /\.ts$/)
    .filter((path) => SOURCE.test(path))
    .map((path) => [path, readText(path)]);
}

/** @param {string} commit @returns {[path: string, text: string][]} */
function sourcesAt(commit) {
  const paths = git(['ls-tree', '-r', '--name-only', commit, '--', 'packages/'])
    .toString()
    .split('\n')
    .filter((path) => SOURCE.test(path));
  const blobs = git(['cat-file', '--batch'], paths.map((path) => `${commit}:${path}\n`).join(''));
  let at = 0;
  return paths.map((path) => {
    // A line with the hash, the type and the length, then the content and a line break.
    const start = blobs.indexOf('\n', at) + 1;
    const end = start + Number(blobs.toString('latin1', at, start).split(' ')[2]);
    at = end + 1;
    return [path, blobs.toString('utf8', start, end)];
  });
}

/** @param {string[]} args @param {string} [input] */
function git(args, input = '') {
  return spawnSync('git', args, { cwd: root, input, maxBuffer: 2 ** 28 }).stdout;
}
