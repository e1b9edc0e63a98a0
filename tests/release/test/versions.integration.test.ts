// What `npm run changeset version` makes of the changesets before a release.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { binOf, capture } from '../../../scripts/child.mjs';
import { root } from '../../../scripts/root.mjs';
import { publicPackages, readWorkspace } from '../../../scripts/workspace.mjs';

const workspace = readWorkspace();
const changesets = readdirSync(join(root, '.changeset'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(join(root, '.changeset', name), 'utf8'));

/** A workspace with the manifests and changesets of this one. */
function copyOfManifests(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nextpress-versions-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const manifests = workspace.map(({ path }) => `${path}/package.json`);
  for (const name of ['package.json', 'pnpm-workspace.yaml', '.changeset', ...manifests])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

test.skipIf(changesets.length === 0)(
  'changesets raise versions below 1.0.0 and make changelogs',
  async () => {
    const folder = copyOfManifests();
    const command = [binOf('@changesets/cli', 'changeset'), 'version'];
    const { code, output } = await capture(process.execPath, command, { cwd: folder });
    expect([code, output]).toEqual([0, output]);
    for (const { name, path, manifest } of publicPackages(workspace)) {
      const own = changesets.filter((text) => text.includes(`"${name}":`));
      if (own.length === 0) continue;
      const [major, minor] = manifest.version.split('.').map(Number);
      const { version } = JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8'));
      const isMinor = own.some((text) => text.includes(`"${name}": minor`));
      // A changed peer dependency would make it 1.0.0.
      expect([name, version]).toEqual([
        name,
        isMinor ? `${major}.${Number(minor) + 1}.0` : expect.stringMatching(`^${major}\\.`),
      ]);
      const changelog = readFileSync(join(folder, path, 'CHANGELOG.md'), 'utf8');
      for (const text of own) expect(changelog).toContain(text.split('---\n').at(-1)?.trim().split('\n')[0]);
    }
  },
);
