// `npm run bench:upgrade`: every package that the benchmarks compare with becomes the latest version that runs on the
// oldest supported Node and is older than pnpm's minimumReleaseAge, exact. An alias keeps its major version.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { capture } from './child.mjs';
import { npmCommand } from './npm-command.mjs';
import { pnpmCommand } from './pnpm-command.mjs';
import { root } from './root.mjs';
import { announce, orExit, plural, StepFailure, step } from './terminal.mjs';

const manifestPath = join(root, 'benchmarks/package.json');
const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));
const oldestNode = manifest.engines.node.replace('>=', '');
const [, minutes = '0'] =
  /^minimumReleaseAge: (\d+)$/m.exec(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')) ?? [];
const newest = Date.now() - Number(minutes) * 60_000;

announce('bench:upgrade');
/** @type {string[]} */
const changes = [];
orExit(
  await step('versions', async (say) => {
    for (const dependencies of [manifest.dependencies, manifest.devDependencies]) {
      for (const [name, pinned] of Object.entries(dependencies)) {
        if (pinned.startsWith('workspace:') || pinned.startsWith('catalog:')) continue;
        say(name);
        const upgraded = await upgrade(name, pinned);
        if (upgraded === pinned) continue;
        dependencies[name] = upgraded;
        changes.push(`    ${name} ${pinned} → ${upgraded}`);
      }
    }
    return changes.length === 0 ? 'up to date' : plural(changes.length, 'upgrade');
  }),
);
if (changes.length > 0) {
  console.log(`${changes.join('\n')}`);
  writeFileSync(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`);
  orExit(await step('install', installed));
}
console.log();

/** What to ask for instead. @param {string} name @param {string} pinned A version, or `npm:<package>@<version>`. */
async function upgrade(name, pinned) {
  const at = pinned.lastIndexOf('@');
  const alias = pinned.startsWith('npm:') ? pinned.slice('npm:'.length, at) : undefined;
  const current = pinned.slice(at + 1);
  const range = alias === undefined ? `>=${current}` : `^${current}`;
  const times = await view([alias ?? name, 'time']);
  const found = [await view([`${alias ?? name}@${range}`, 'version', 'engines'])].flat();
  const versions = found
    .map((entry) => (typeof entry === 'string' ? { version: entry } : entry))
    .filter(({ engines }) => semver.satisfies(oldestNode, engines?.node ?? '*'))
    .map(({ version }) => version)
    .filter((version) => semver.prerelease(version) === null && Date.parse(times[version]) <= newest);
  const latest = semver.maxSatisfying([current, ...versions], '*') ?? current;
  return `${alias === undefined ? '' : `npm:${alias}@`}${latest}`;
}

/** @param {readonly string[]} what */
async function view(what) {
  const { command, args } = npmCommand('npm');
  const { code, output } = await capture(command, [...args, 'view', ...what, '--json', '--loglevel=silent']);
  if (code !== 0) throw new StepFailure(`npm view ${what.join(' ')} failed`, output);
  return JSON.parse(output);
}

/** Without a frozen lockfile, which is what changes. */
async function installed() {
  const { command, args, env } = await pnpmCommand();
  const { code, output } = await capture(command, [...args, 'install', '--no-frozen-lockfile'], { env });
  if (code !== 0) throw new StepFailure('pnpm install failed', output);
  return 'pnpm-lock.yaml is written';
}
