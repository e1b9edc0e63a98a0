/** @module Runs a command on Express and on Nextpress, in a copy of the project. */

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepSwitch } from './internal/keep-switch.ts';
import { keptText, startText } from './internal/progress.ts';
import { findProject } from './internal/project.ts';
import { readRequests } from './internal/request-list.ts';
import { isSame, resultText } from './internal/result-text.ts';
import { runTwice } from './internal/run-twice.ts';

/** Options of a trial. */
export interface TrialOptions {
  /** The program and its arguments, such as `['npm', 'test']`. */
  readonly command: readonly string[];
  /**
   * A folder in the project.
   * @defaultValue the working directory
   */
  readonly cwd?: string | undefined;
  /**
   * A HAR file, or a file with lines such as `GET /users`. The command must then start an application, which receives these
   * requests. By default, the command runs until it exits.
   */
  readonly requests?: string | undefined;
  /**
   * In seconds: how long the command may run, or with `requests` take to listen.
   * @defaultValue 1800, or 60
   */
  readonly timeout?: number | undefined;
  /**
   * Whether to write the switch to `package.json` if nothing differs.
   * @defaultValue false
   */
  readonly keep?: boolean | undefined;
  /** Called with progress messages. */
  readonly onProgress?: ((text: string) => void) | undefined;
}

/** The result of a trial. */
export interface Trial {
  /** Whether nothing differs. */
  readonly isSame: boolean;
  /** The printable result. */
  readonly text: string;
}

/**
 * Runs a command with the installed Express and with `@nextpress/express` instead, in a temporary copy of the project.
 *
 * @throws Error if the project has no Express, or if there is nothing to compare: the command fails with Express, does not load
 * it, takes too long or does not listen
 *
 * @example
 * import { trial } from '@nextpress/trial';
 *
 * await trial({ command: ['npm', 'test'], cwd: '/' }); // throws Error: No installed project in /
 */
export async function trial(options: TrialOptions): Promise<Trial> {
  const { command, keep = false, onProgress = () => undefined } = options;
  const project = findProject(realpathSync(options.cwd ?? process.cwd()));
  const requests = options.requests === undefined ? undefined : readRequests(options.requests);
  const timeout = options.timeout ?? (requests === undefined ? 1800 : 60);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'nextpress-trial-')));
  const endCleanUp = cleanUp(folder, onProgress);
  try {
    onProgress(startText(command));
    const runs = await runTwice({ command, project, requests, timeout, folder, onProgress });
    const same = isSame(runs);
    const kept = same && keep ? `\n${keptText(keepSwitch(project), runs.major)}` : '';
    return { isSame: same, text: resultText(runs) + kept };
  } finally {
    endCleanUp();
  }
}

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Removes the folder when the process exits, even by a signal. Returns a function that removes it now. */
function cleanUp(folder: string, onProgress: (text: string) => void): () => void {
  const remove = (): void => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch (error) {
      onProgress(`  Cannot remove ${folder}: ${(error as Error).message}`);
    }
  };
  const onSignal = (signal: keyof typeof SIGNALS): never => process.exit(SIGNALS[signal]);
  const signals = Object.keys(SIGNALS) as (keyof typeof SIGNALS)[];
  process.once('exit', remove);
  for (const signal of signals) process.once(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
    process.off('exit', remove);
    remove();
  };
}
