import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { installNativeRuntimes } from './native-runtimes.mjs';
import { installNodes, matrixNodes, supportedMajors } from './node-matrix.mjs';

/**
 * The Nodes that a benchmark runs its servers on, fetched where they are missing; the running one when none is named.
 *
 * @param {readonly string[]} asked Major versions of the matrix.
 * @returns {Promise<{ version: string, path: string }[]>}
 * @throws Error when there is none
 */
export async function nodesFor(asked) {
  const unknown = asked.find((major) => !supportedMajors().includes(major));
  if (unknown !== undefined) {
    throw new Error(`There is no Node ${unknown}: there are ${supportedMajors().join(', ')}.`);
  }
  if (asked.length === 0) return [{ version: process.versions.node, path: process.execPath }];
  const found = matrixNodes().filter(({ major }) => asked.includes(major));
  if (found.length < asked.length) {
    throw new Error(`npm has no Nodes for ${process.platform} on ${process.arch}.`);
  }
  await installNodes(found);
  return found;
}

/** A Node of the matrix by its major version, or any by its path. @param {string} asked */
export async function nodeFor(asked) {
  if (/^\d+$/.test(asked)) return (await nodesFor([asked]))[0]?.path ?? process.execPath;
  const path = resolve(asked);
  if (!existsSync(path)) throw new Error(`There is no ${path}: --node takes a major version or a path.`);
  return path;
}

/** Bun and Deno, with a word about what is missing. */
export async function nativeRuntimes() {
  const native = await installNativeRuntimes();
  for (const name of /** @type {const} */ (['bun', 'deno'])) {
    if (native[name] !== undefined) continue;
    const { platform, arch } = process;
    console.error(`${name} is skipped: npm has none for ${platform} on ${arch}, or no way there.`);
  }
  return native;
}
