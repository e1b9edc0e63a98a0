// `npm run bench:upgrade`: every package that the benchmarks compare with becomes the latest version that runs on the
// oldest supported Node and is older than pnpm's minimumReleaseAge, exact. An alias keeps its major version.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from './child.mjs';
import { install } from './install.mjs';
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
orExit(await step('install', install));
const { default: semver } = await import('semver');
/** @type {string[]} */
const changes = [];
orExit(
  await step('versions', async (say) => {
    const pins = [manifest.dependencies, manifest.devDependencies].flatMap((dependencies) =>
      Object.entries(dependencies)
        .filter(([, pinned]) => /^(npm:|\d)/.test(pinned))
        .map(([name, pinned]) => ({ dependencies, name, pinned })),
    );
    const ask = async () => {
      for (let pin = pins.pop(); pin !== undefined; pin = pins.pop()) {
        say(pin.name);
        const upgraded = await upgrade(pin.name, pin.pinned);
        if (upgraded === pin.pinned) continue;
        pin.dependencies[pin.name] = upgraded;
        changes.push(`    ${pin.name} ${pin.pinned} → ${upgraded}`);
      }
    };
    await Promise.all(Array.from({ length: 6 }, ask));
    return changes.length === 0 ? 'up to date' : plural(changes.length, 'upgrade');
  }),
);
if (changes.length > 0) {
  console.log(`${changes.join('\n')}`);
  writeFileSync(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`);
  orExit(await step('upgrade', installed));
}
console.log();

/** What to ask for instead. @param {string} name @param {string} pinned A version, or `npm:<package>@<version>`. */
async function upgrade(name, pinned) {
  const at = pinned.lastIndexOf('@');
  const alias = pinned.startsWith('npm:') ? pinned.slice('npm:'.length, at) : undefined;
  const current = pinned.slice(at + 1);
  const range = alias === undefined ? `>=${current}` : `^${current}`;
  const found = [await view([`${alias ?? name}@${range}`, 'name', 'version', 'engines'])].flat();
  const versions = found
    .filter(({ engines }) => semver.satisfies(oldestNode, engines?.node ?? '*'))
    .map(({ version }) => version)
    .filter((version) => semver.prerelease(version) === null)
    .sort(semver.rcompare);
  const latest = versions[0] === current ? current : firstOld(versions, await view([alias ?? name, 'time']));
  return `${alias === undefined ? '' : `npm:${alias}@`}${latest ?? current}`;
}

/** The first that pnpm would install. @param {readonly string[]} versions @param {Record<string, string>} times */
function firstOld(versions, times) {
  return versions.find((version) => Date.parse(times[version] ?? '') <= newest);
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
