import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from './child.mjs';
import { pnpmCommand } from './pnpm-command.mjs';
import { root } from './root.mjs';
import { StepFailure } from './terminal.mjs';
import { readWorkspace } from './workspace.mjs';

const stamp = join(root, 'node_modules/.nextpress-installed');

/** Installs the locked dependencies unless they are installed already. @param {import('./terminal.mjs').Say} [say] */
export async function install(say = () => {}) {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && everyPackageIsLinked()) {
    return 'up to date';
  }
  const { command, args, env } = await pnpmCommand();
  const { code, output } = await capture(
    command,
    [...args, 'install', '--frozen-lockfile', '--reporter=append-only'],
    // Without CI, pnpm would ask before it replaces a folder.
    { env: { ...env, CI: 'true' }, onLine: say },
  );
  if (code !== 0) {
    const remedy = output.includes('OUTDATED_LOCKFILE')
      ? '\nA package.json requires a package that is not in pnpm-lock.yaml.\nRun `node scripts/pnpm.mjs install` and commit pnpm-lock.yaml with it.'
      : '';
    throw new StepFailure('pnpm install failed', output + remedy);
  }
  writeFileSync(stamp, wanted);
  const added = /\+(\d+)\n/.exec(output)?.[1];
  return added === undefined ? 'done' : `${added} packages`;
}

/** A hash of everything that determines the content of node_modules. */
function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']) {
    hash.update(readFileSync(join(root, file)));
  }
  for (const { path, manifest } of readWorkspace()) {
    const { dependencies, devDependencies, peerDependencies, optionalDependencies } = manifest;
    const asked = { path, dependencies, devDependencies, peerDependencies, optionalDependencies };
    hash.update(JSON.stringify(asked));
  }
  return hash.digest('hex');
}

/** Whether each package still has its node_modules. */
function everyPackageIsLinked() {
  return readWorkspace().every(({ folder, manifest }) => {
    const { dependencies = {}, devDependencies = {} } = manifest;
    const count = Object.keys(dependencies).length + Object.keys(devDependencies).length;
    return count === 0 || existsSync(join(folder, 'node_modules'));
  });
}
