import ts from 'typescript-5';
import { filesIn, readText } from './check/files.mjs';

/** A source of a package. Templates, tests and benchmarks are not counted. */
const SOURCE = /^packages\/([^/]+)\/src\/.+\.ts$/;

/** @typedef {{ lines: number, files: number }} Size */

/** The code lines and the source files of each folder in `packages`. @returns {Map<string, Size>} */
export function packageSizes() {
  /** @type {Map<string, Size>} */
  const sizes = new Map();
  for (const path of filesIn('packages', /\.ts$/)) {
    const folder = SOURCE.exec(path)?.[1];
    if (folder === undefined) continue;
    const { lines, files } = sizes.get(folder) ?? { lines: 0, files: 0 };
    sizes.set(folder, { lines: lines + codeLines(readText(path)), files: files + 1 });
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
