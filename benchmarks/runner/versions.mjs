import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { goVersion } from './go.mjs';

const { resolve } = createRequire(import.meta.url);

/** Which version of a package is installed here. @param {string} name @returns {string} */
export function packageVersion(name) {
  for (const folder of resolve.paths(name) ?? []) {
    const manifest = join(folder, name, 'package.json');
    if (existsSync(manifest)) return JSON.parse(readFileSync(manifest, 'utf8')).version;
  }
  return 'not installed';
}

/** @type {Map<string, string>} */
const asked = new Map();

/** What an executable says of itself. @param {string} executable @returns {string} */
export function executableVersion(executable) {
  const known = asked.get(executable);
  if (known !== undefined) return known;
  const { stdout } = spawnSync(executable, ['--version'], { encoding: 'utf8' });
  const version = /\d+\.\d+\.\d+\S*/.exec(stdout ?? '')?.[0] ?? 'unknown';
  asked.set(executable, version);
  return version;
}

/** @param {string} command */
function commandVersion(command) {
  // nginx says it on standard error.
  const { stdout, stderr, error } = spawnSync(command, ['-v'], { encoding: 'utf8' });
  if (error !== undefined) return 'not installed';
  return /\d+\.\d+\.\d+\S*/.exec(`${stdout}${stderr}`)?.[0] ?? 'unknown';
}

/**
 * @param {import('../servers.mjs').Server} server
 * @param {import('./server.mjs').Runtimes} runtimes
 * @returns {import('../result.mjs').ServerFacts}
 */
export function factsOf({ name, title, package: from, command, runtime, note }, { node, bun, deno }) {
  /** @param {string | undefined} executable */
  const own = (executable) => (executable === undefined ? 'not installed' : executableVersion(executable));
  const version = {
    node: () => own(node),
    bun: () => own(bun),
    deno: () => own(deno),
    go: () => goVersion() ?? 'not installed',
  }[runtime]();
  return {
    name,
    title,
    version: command ? commandVersion(command) : from === undefined ? version : packageVersion(from),
    runtime: `${runtime.charAt(0).toUpperCase()}${runtime.slice(1)} ${version}`,
    ...(note !== undefined && { note }),
  };
}

/** The commit that is measured, with `+` when the tree has changes; nothing outside a checkout. */
export function commit() {
  /** @param {string[]} args */
  const git = (...args) =>
    spawnSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).stdout ?? '';
  const hash = git('rev-parse', '--short=10', 'HEAD').trim();
  const changed = git('status', '--porcelain', '--untracked-files=no').trim() !== '';
  return changed ? `${hash}+` : hash;
}
