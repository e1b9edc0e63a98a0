import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { capture } from './child.mjs';
import { pnpmCommand } from './pnpm-command.mjs';
import { publicPackages, readWorkspace } from './workspace.mjs';

/**
 * Packs every published package, as built, into a folder, by default a new temporary one. Call `buildFromNothing` first, so that no stale output is
 * packed.
 *
 * @param {string} [folder] An empty folder.
 * @returns {Promise<{ folder: string, tarballs: Map<string, string>, offline: Map<string, string> }>} Paths of the tarballs by package
 *   name; `offline` has those that can be installed without the network, because they depend on no other package.
 */
export async function packAll(folder = mkdtempSync(join(tmpdir(), 'nextpress-pack-'))) {
  const { command, args, env } = await pnpmCommand();
  const { code, output } = await capture(
    command,
    [...args, '-r', '--filter', './packages/*', 'pack', '--pack-destination', folder],
    { env },
  );
  if (code !== 0) throw new Error(`pnpm pack failed:\n${output}`);
  const packages = publicPackages(readWorkspace());
  const tarballs = packages.map(
    ({ name, manifest }) =>
      /** @type {const} */ ([
        name,
        join(folder, `${name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`),
      ]),
  );
  const alone = new Set(packages.filter(({ manifest }) => isAlone(manifest)).map(({ name }) => name));
  const offline = tarballs.filter(([name]) => alone.has(name));
  return { folder, tarballs: new Map(tarballs), offline: new Map(offline) };
}

/** @param {{ dependencies?: Readonly<Record<string, string>> }} manifest */
function isAlone({ dependencies = {} }) {
  return Object.values(dependencies).every((version) => version.startsWith('workspace:'));
}

/**
 * Lets a project install tarballs where it depends on our packages, directly or not. Paths are relative, as npm writes them when it
 * adds a tarball: it refuses an override that differs from the direct dependency.
 *
 * @param {string} path Of its `package.json`.
 * @param {ReadonlyMap<string, string>} tarballs By package name.
 */
export function useTarballs(path, tarballs) {
  const places = Object.fromEntries(
    [...tarballs].map(([name, file]) => [
      name,
      `file:${relative(dirname(path), file).replaceAll('\\', '/')}`,
    ]),
  );
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  for (const kind of ['dependencies', 'devDependencies']) {
    for (const name of Object.keys(manifest[kind]))
      manifest[kind][name] = places[name] ?? manifest[kind][name];
  }
  writeFileSync(
    path,
    `${JSON.stringify({ ...manifest, overrides: places, resolutions: places }, undefined, 2)}\n`,
  );
}
