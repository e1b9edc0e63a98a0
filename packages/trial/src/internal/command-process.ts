/** @module Runs the command of a trial and all processes that it starts. */

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
  /** An empty folder in which its Node processes write reports. */
  readonly reports: string;
  readonly env: NodeJS.ProcessEnv;
}

/** How long to wait for output after the exit (ms). */
const OUTPUT_TIMEOUT = 1000;
const IS_WINDOWS = process.platform === 'win32';

export class CommandProcess {
  readonly #child: ChildProcess;
  readonly #reports: string;
  #output = '';
  /** The exit code, the signal that ended it, or the reason it did not start. */
  readonly ended: Promise<number | string>;

  constructor({ command, cwd, reports, env }: ProcessOptions) {
    const preload = createRequire(import.meta.url)
      .resolve('@nextpress/trial/preload')
      .replace(/\.js$/, '.cjs');
    const options = [env.NODE_OPTIONS, `--require ${JSON.stringify(preload)}`];
    // On Windows, commands such as npm are scripts.
    const [file = '', ...args] = IS_WINDOWS ? command.map(quoted) : command;
    this.#reports = reports;
    this.#child = spawn(file, args, {
      cwd,
      env: { ...env, NEXTPRESS_TRIAL: reports, NODE_OPTIONS: options.filter(Boolean).join(' ') },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: IS_WINDOWS,
      // In its own process group, so `stop` can end all processes.
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
      // Processes it leaves behind may keep its output open.
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

  /** Ends the command and the processes it has started. */
  readonly stop = (): void => {
    const { pid, exitCode } = this.#child;
    if (pid === undefined) return;
    if (!IS_WINDOWS) {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // All processes have ended.
      }
    } else if (exitCode === null) spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
  };

  /** Total CPU time of all Node processes so far, in seconds. */
  get cpu(): number {
    return this.#notes().reduce((sum, notes) => {
      const usages = notes.flatMap((note) => ('cpu' in note ? [note.cpu] : []));
      return sum + (usages.at(-1) ?? 0) / 1_000_000;
    }, 0);
  }

  /** The address of the first server; `undefined` if none is listening. */
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

/** Quotes an argument for the Windows shell. */
function quoted(argument: string): string {
  return /[\s"&|<>^]/.test(argument) ? `"${argument.replaceAll('"', '\\"')}"` : argument;
}

/** The last lines of an output. */
export function tail(output: string): string {
  return output.trimEnd().split('\n').slice(-20).join('\n');
}
