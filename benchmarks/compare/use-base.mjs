// `node --import 'use-base.mjs?folder=<URL>'`: the packages are those in that folder.
import { readdirSync, readFileSync } from 'node:fs';
import { registerResolve } from '../module-hooks.mjs';
import * as hooks from './base-hooks.mjs';

const folder = new URL(import.meta.url).searchParams.get('folder') ?? '';
registerResolve(hooks, new URL('base-hooks.mjs', import.meta.url), { packages: packagesIn(folder) });

/** @param {string} folder */
function packagesIn(folder) {
  const rooms = readdirSync(new URL('packages/', folder), { withFileTypes: true });
  return Object.fromEntries(
    rooms
      .filter((room) => room.isDirectory())
      .flatMap((room) => {
        const manifest = new URL(`packages/${room.name}/package.json`, folder);
        try {
          return [[JSON.parse(readFileSync(manifest, 'utf8')).name, manifest.href]];
        } catch {
          // A folder that another commit has left behind is no package.
          return [];
        }
      }),
  );
}
