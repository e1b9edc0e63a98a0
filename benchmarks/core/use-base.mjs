// `node --import 'use-base.mjs?folder=<URL>'`: imports of `nextpress` and `@nextpress/…` resolve to the packages of
// another commit, which was built in that folder.
import { readdirSync, readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import * as hooks from './base-hooks.mjs';

const folder = new URL('packages/', new URL(import.meta.url).searchParams.get('folder') ?? '');
const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
/** @type {Record<string, string>} */
const manifests = {};
for (const { name } of entries) {
  const manifest = new URL(`${name}/package.json`, folder);
  try {
    manifests[JSON.parse(readFileSync(manifest, 'utf8')).name] = manifest.href;
  } catch {
    // A folder that only has ignored files is left from another commit.
  }
}

// Node 22.15 and newer run hooks in this thread; the types are those of the oldest supported Node.
const registerHooks = Reflect.get(nodeModule, 'registerHooks');
if (registerHooks === undefined) {
  nodeModule.register(new URL('base-hooks.mjs', import.meta.url), { data: manifests });
} else {
  hooks.initialize(manifests);
  registerHooks({ resolve: hooks.resolve });
}
