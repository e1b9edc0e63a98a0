/** @module Runs the command of a trial, with all processes that it starts. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ProcessNote } from './process-note.ts';

export interface ProcessOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  /** Where its Node processes report; an empty folder. */
  readonly reports: string;
  readonly env: NodeJS.ProcessEnv;
}

/** How long output may still come after the end, in milliseconds. */
const OUTPUT_TIMEOUT = 1000;
const IS_WINDOWS = process.platform === 'win32';

export class CommandProcess {
  readonly #child: ChildProcess;
  readonly #reports: string;
  #output = '';
  /** The exit code, the name of the signal that ended it, or why it did not start. */
  readonly ended: Promise<number | string>;

  constructor({ command, cwd, reports, env }: ProcessOptions) {
    const preload = createRequire(import.meta.url)
      .resolve('@nextpress/trial/preload')
      .replace(/\.js$/, '.cjs');
    const options = [env.NODE_OPTIONS, `--require ${JSON.stringify(preload)}`];
    // Commands such as npm are scripts on Windows.
    const [file = '', ...args] = IS_WINDOWS ? command.map(quoted) : command;
    this.#reports = reports;
    this.#child = spawn(file, args, {
      cwd,
      env: { ...env, NEXTPRESS_TRIAL: reports, NODE_OPTIONS: options.filter(Boolean).join(' ') },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: IS_WINDOWS,
      // A group of its own, which `stop` ends.
      detached: !IS_WINDOWS,
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
      });
    }
    this.ended = this.#end();
    process.prependOnceListener('exit', this.stop);
  }

  async #end(): Promise<number | string> {
    const closed = once(this.#child, 'close').catch(() => undefined);
    try {
      const [code, signal] = (await once(this.#child, 'exit')) as [number | null, string | null];
      // What it leaves behind may keep its output open.
      this.stop();
      await Promise.race([closed, wait(OUTPUT_TIMEOUT, undefined, { ref: false })]);
      return code ?? String(signal);
    } catch (error) {
      return (error as Error).message;
    } finally {
      process.off('exit', this.stop);
    }
  }

  get output(): string {
    return this.#output;
  }

  /** Ends the command and what it has started. */
  readonly stop = (): void => {
    const { pid, exitCode } = this.#child;
    if (pid === undefined) return;
    if (!IS_WINDOWS) {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // All have ended.
      }
    } else if (exitCode === null) spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
  };

  /** The CPU time of all Node processes so far, in seconds. */
  get cpu(): number {
    return this.#notes().reduce((sum, notes) => {
      const usages = notes.flatMap((note) => ('cpu' in note ? [note.cpu] : []));
      return sum + (usages.at(-1) ?? 0) / 1_000_000;
    }, 0);
  }

  /** Where the first server listens; `undefined` if none does. */
  get url(): string | undefined {
    return this.#notes()
      .flat()
      .flatMap((note) => ('url' in note ? [note.url] : []))[0];
  }

  /** The notes of each process. The last line may be incomplete. */
  #notes(): ProcessNote[][] {
    return readdirSync(this.#reports)
      .filter((name) => name.startsWith('process-'))
      .map((name) => {
        const lines = readFileSync(join(this.#reports, name), 'utf8').split('\n').slice(0, -1);
        return lines.map((line) => JSON.parse(line) as ProcessNote);
      });
  }
}

/** For the shell of Windows. */
function quoted(argument: string): string {
  return /[\s"&|<>^]/.test(argument) ? `"${argument.replaceAll('"', '\\"')}"` : argument;
}

/** The last lines of an output. */
export function tail(output: string): string {
  return output.trimEnd().split('\n').slice(-20).join('\n');
}
