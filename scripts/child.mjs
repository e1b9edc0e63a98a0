import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';

/**
 * @typedef {object} Outcome
 * @property {number} code
 * @property {string} output Standard output and error, in order of arrival.
 *
 * @typedef {object} ChildOptions
 * @property {string} [cwd]
 * @property {number} [uid] Of the user that runs the command.
 * @property {number} [gid]
 * @property {NodeJS.ProcessEnv} [env] Added to the environment of this process.
 * @property {(line: string) => void} [onLine] Called with the last line of each chunk.
 * @property {boolean} [isShown] Also prints the output as it arrives.
 * @property {boolean} [isGroup] Whether the child's own children are killed with it, even when this process exits.
 * @property {number} [timeLimit] Milliseconds after which the child is killed.
 */

/**
 * Runs a command to its end and captures its output.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {ChildOptions} [options]
 * @returns {Promise<Outcome>}
 */
export function capture(command, args, options = {}) {
  // Windows has no process groups.
  const isGroup = options.isGroup === true && process.platform !== 'win32';
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      uid: options.uid,
      gid: options.gid,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: isGroup,
    });
    let output = '';
    let late = false;
    const end = () => {
      if (isGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
    };
    if (isGroup) process.once('exit', end);
    const timer =
      options.timeLimit === undefined
        ? undefined
        : setTimeout(() => {
            late = true;
            end();
          }, options.timeLimit);
    /** @param {string} chunk */
    const keep = (chunk) => {
      output += chunk;
      if (options.isShown) process.stdout.write(chunk);
      const line = chunk.trimEnd().split('\n').at(-1);
      if (line) options.onLine?.(line);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      process.off('exit', end);
      if (late) output += `\nkilled: it was still running after ${options.timeLimit} ms\n`;
      resolve({ code: code ?? 1, output });
    });
  });
}

/**
 * Runs a command on this terminal.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {ChildOptions} [options]
 * @returns {Promise<number>} The exit code.
 */
export function show(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: 'inherit',
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}

const { resolve: locate } = createRequire(import.meta.url);

/**
 * The script of an installed command, to run it with any Node.
 *
 * @param {string} name Of the package.
 * @param {string} [command] For a package with several commands.
 */
export function binOf(name, command = name) {
  const manifest = findManifest(name);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(dirname(manifest), typeof bin === 'string' ? bin : bin[command]);
}

/** @param {string} name */
function findManifest(name) {
  for (const folder of locate.paths(name) ?? []) {
    const manifest = join(folder, name, 'package.json');
    if (existsSync(manifest)) return manifest;
  }
  throw new Error(`${name} is not installed: run \`node scripts/pnpm.mjs install\``);
}
