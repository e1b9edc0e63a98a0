/** @module Runs the command of a trial, with all processes that it starts. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ProcessNote } from './process-note.ts';

export interface ProcessOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  /** Where its Node processes report; an empty folder. */
  readonly reports: string;
  readonly env: NodeJS.ProcessEnv;
}

export class CommandProcess {
  readonly #child: ChildProcess;
  readonly #reports: string;
  #output = '';
  /** The exit code, or the name of the signal that ended it. */
  readonly ended: Promise<number | string>;

  constructor({ command, cwd, reports, env }: ProcessOptions) {
    const [file = '', ...args] = command;
    const preload = createRequire(import.meta.url)
      .resolve('@nextpress/trial/preload')
      .replace(/\.js$/, '.cjs');
    const options = [process.env.NODE_OPTIONS, `--require ${JSON.stringify(preload)}`];
    const isWindows = process.platform === 'win32';
    this.#reports = reports;
    this.#child = spawn(file, args, {
      cwd,
      env: {
        ...process.env,
        ...env,
        NEXTPRESS_TRIAL: reports,
        NODE_OPTIONS: options.filter(Boolean).join(' '),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Commands such as npm are scripts there.
      shell: isWindows,
      // A group of its own, which `stop` ends.
      detached: !isWindows,
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
      });
    }
    this.ended = this.#end();
  }

  async #end(): Promise<number | string> {
    const [code, signal] = (await once(this.#child, 'close')) as [number | null, string | null];
    return code ?? String(signal);
  }

  get output(): string {
    return this.#output;
  }

  /** Ends the command and what it has started. */
  stop(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    else {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  }

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
