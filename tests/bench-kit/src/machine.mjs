import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { pinGenerator } from './cores.mjs';

/**
 * @typedef {object} Machine
 * @property {string} processor
 * @property {number} cores
 * @property {number} memory In GB.
 * @property {string} platform
 * @property {boolean} pinned Whether servers and load generator ran on separate cores.
 * @property {number} load Average of the last minute when the run started.
 */

/** @returns {Machine} */
export function describeMachine() {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memory: Math.round(totalmem() / 1e9),
    platform: `${process.platform} ${process.arch}`,
    pinned: pinGenerator() !== undefined,
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  };
}

/** Warns when other processes would disturb the measurement. */
export function warnIfBusy() {
  const [load = 0] = loadavg();
  if (load > 1) console.error(`The machine is busy (load ${load.toFixed(1)}): the results will be noisy.`);
}

/** The checked-out commit; `+` stands for uncommitted changes. Empty without git or a repository. */
export function currentCommit() {
  /** @param {string[]} args */
  const git = (args) =>
    (spawnSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).stdout ?? '').trim();
  return git(['rev-parse', '--short=10', 'HEAD']) + (git(['status', '--porcelain']) === '' ? '' : '+');
}

/** @param {string} node Path of an executable. */
export function nodeVersion(node) {
  if (node === process.execPath) return process.versions.node;
  return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
}

/**
 * @param {string} name
 * @param {string} folder Of a package that depends on it.
 * @returns {string}
 */
export function packageVersion(name, folder) {
  return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
}
