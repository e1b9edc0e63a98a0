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
  checkMajors(asked);
  if (asked.length === 0) return [{ version: process.versions.node, path: process.execPath }];
  const found = matrixNodes().filter(({ major }) => asked.includes(major));
  if (found.length < asked.length) {
    throw new Error(`npm has no Nodes for ${process.platform} on ${process.arch}.`);
  }
  await installNodes(found);
  return found;
}

/** Looks whether the matrix has them, without fetching them. @param {readonly string[]} asked Major versions. @throws Error that says which there are */
export function checkMajors(asked) {
  const unknown = asked.find((major) => !supportedMajors().includes(major));
  if (unknown === undefined) return;
  throw new Error(`There is no Node ${unknown}: there are ${supportedMajors().join(', ')}.`);
}

/** Looks whether {@link nodeFor} will find it, without fetching it. @param {string} asked @throws Error that says what to write instead */
export function checkNode(asked) {
  if (isMajor(asked)) checkMajors([asked]);
  else if (!existsSync(asked)) {
    throw new Error(`There is no ${resolve(asked)}: --node takes a major version or a path.`);
  }
}

/** A Node of the matrix by its major version, or any by its path. @param {string} asked */
export async function nodeFor(asked) {
  checkNode(asked);
  return isMajor(asked) ? ((await nodesFor([asked]))[0]?.path ?? process.execPath) : resolve(asked);
}

/** @param {string} asked */
const isMajor = (asked) => /^\d+$/.test(asked);

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
