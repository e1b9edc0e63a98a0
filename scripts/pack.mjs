import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capture } from './child.mjs';
import { pnpmCommand } from './pnpm-command.mjs';
import { publicPackages, readWorkspace } from './workspace.mjs';

/**
 * Packs every published package, as built, into a new temporary folder. Call `buildFromNothing` first to pack no stale
 * output.
 *
 * @returns {Promise<{ folder: string, tarballs: Map<string, string> }>} Paths of the tarballs by package name.
 */
export async function packAll() {
  const folder = mkdtempSync(join(tmpdir(), 'nextpress-pack-'));
  const { command, args, env } = await pnpmCommand();
  const { code, output } = await capture(
    command,
    [...args, '-r', '--filter', './packages/*', 'pack', '--pack-destination', folder],
    { env },
  );
  if (code !== 0) throw new Error(`pnpm pack failed:\n${output}`);
  const tarballs = publicPackages(readWorkspace()).map(
    ({ name, manifest }) =>
      /** @type {const} */ ([
        name,
        join(folder, `${name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`),
      ]),
  );
  return { folder, tarballs: new Map(tarballs) };
}
