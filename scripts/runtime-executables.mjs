import { join } from 'node:path';
import { installLocked } from './npm-command.mjs';
import { root } from './root.mjs';

const folder = join(root, 'tests/matrix/runtimes');

/**
 * A runtime other than Node.
 *
 * @typedef {{ name: string, path: string, args: string[] }} Runtime
 */

/** The executables in `tests/matrix/runtimes/package.json`. @type {Record<string, { bun: string, deno: string }>} */
const EXECUTABLES = {
  'linux-x64': { bun: '@oven/bun-linux-x64/bin/bun', deno: '@deno/linux-x64-glibc/deno' },
  'linux-arm64': { bun: '@oven/bun-linux-aarch64/bin/bun', deno: '@deno/linux-arm64-glibc/deno' },
  'win32-x64': { bun: '@oven/bun-windows-x64/bin/bun.exe', deno: '@deno/win32-x64/deno.exe' },
};

/** Bun and Deno for this platform; none where npm has no such packages. @returns {Runtime[]} */
export function runtimes() {
  const executables = EXECUTABLES[`${process.platform}-${process.arch}`];
  if (executables === undefined) return [];
  const path = (/** @type {string} */ name) => join(folder, 'node_modules', name);
  return [
    { name: 'Bun', path: path(executables.bun), args: ['--no-install'] },
    { name: 'Deno', path: path(executables.deno), args: ['run', '--allow-all', '--no-lock'] },
  ];
}

/** Downloads the missing ones, about 80 MB, once. */
export function installRuntimes() {
  return installLocked(
    folder,
    runtimes().map(({ path }) => path),
  );
}
