import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A file that a page shows for its programs: a block with a path after its language, such as `html [views/index.html]`.
 *
 * @typedef {object} PageFile
 * @property {string} name A path, relative to the folder of the programs.
 * @property {string} content
 */

const BLOCK = /^```\w+ \[([\w./-]+)\]\n([\s\S]*?)^```/gm;

/** @param {string} text Markdown. @returns {PageFile[]} */
export function pageFilesOf(text) {
  return [...text.matchAll(BLOCK)].map(([, name = '', content = '']) => ({ name, content }));
}

/**
 * Writes the files, those in TypeScript as JavaScript.
 *
 * @param {string} folder
 * @param {readonly PageFile[]} files
 * @param {(code: string) => string} toJavaScript
 */
export function writePageFiles(folder, files, toJavaScript) {
  for (const { name, content } of files) {
    const file = join(folder, asJavaScript(name));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, /\.m?[jt]s$/.test(name) ? toJavaScript(content) : content);
  }
}

/** The name of what a TypeScript file becomes. @param {string} name */
export function asJavaScript(name) {
  return name.replace(/\.ts$/, '.js');
}
