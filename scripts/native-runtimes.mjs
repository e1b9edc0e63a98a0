import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from './child.mjs';
import { npmCommand } from './npm-command.mjs';
import { root } from './root.mjs';

const folder = join(root, 'tools/native-runtimes');
const { platform, arch } = process;
const bun = `@oven/bun-${platform}-${arch === 'arm64' ? 'aarch64' : arch}/bin/bun`;
const deno = `@deno/${platform}-${arch}-glibc/deno`;

/**
 * Fetches Bun and Deno, some 70 MB over the wire, once. Where npm has none for this platform they are left out.
 *
 * @returns {Promise<{ bun?: string, deno?: string }>} paths of their executables
 */
export async function installNativeRuntimes() {
  if (Object.keys(findNativeRuntimes()).length < 2) {
    const { command, args } = npmCommand('npm');
    await capture(
      command,
      [...args, 'ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'],
      {
        cwd: folder,
      },
    );
  }
  return findNativeRuntimes();
}

/** Those that have been fetched. @returns {{ bun?: string, deno?: string }} */
export function findNativeRuntimes() {
  const paths = Object.entries({ bun, deno }).map(([name, path]) => [
    name,
    join(folder, 'node_modules', path),
  ]);
  return Object.fromEntries(paths.filter(([, path]) => existsSync(/** @type {string} */ (path))));
}
