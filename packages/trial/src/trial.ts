/** @module Runs a command on Express and on Nextpress, in one copy of the project. */

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepSwitch } from './internal/keep-switch.ts';
import { keptText, startText } from './internal/progress.ts';
import { copyProject, expressOf } from './internal/project-copy.ts';
import { readRequests } from './internal/request-list.ts';
import { isSame, resultText } from './internal/result-text.ts';
import { majorOf, runTwice } from './internal/run-twice.ts';

/** What a trial compares. */
export interface TrialOptions {
  /** The program and its arguments, such as `['npm', 'test']`. */
  readonly command: readonly string[];
  /**
   * A folder of the project.
   * @defaultValue the working directory
   */
  readonly cwd?: string | undefined;
  /**
   * A HAR file, or one with lines such as `GET /users`: the command starts an application, which gets these requests. Without it the command
   * runs to its end.
   */
  readonly requests?: string | undefined;
  /**
   * In seconds: how long the command may run, or with `requests` take until it listens.
   * @defaultValue 1800, or 60
   */
  readonly timeout?: number | undefined;
  /**
   * Whether to write the switch into `package.json` if nothing differs.
   * @defaultValue false
   */
  readonly keep?: boolean | undefined;
  /** Called with lines about the progress. */
  readonly onProgress?: ((text: string) => void) | undefined;
}

/** The result of a trial. */
export interface Trial {
  /** Whether nothing differs. */
  readonly isSame: boolean;
  /** The result for people. */
  readonly text: string;
}

/**
 * Runs a command with the Express that is installed and with `@nextpress/express` in its place, in a temporary copy of the project.
 *
 * @throws Error if the project has no Express, or the command takes too long or does not listen
 *
 * @example
 * import { trial } from '@nextpress/trial';
 *
 * await trial({ command: ['npm', 'test'], cwd: '/' }); // throws Error: No installed project in /
 */
export async function trial(options: TrialOptions): Promise<Trial> {
  const { command, keep = false, onProgress = () => undefined } = options;
  const cwd = realpathSync(options.cwd ?? process.cwd());
  const requests = options.requests === undefined ? undefined : readRequests(options.requests);
  const timeout = options.timeout ?? (requests === undefined ? 1800 : 60);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'nextpress-trial-')));
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', remove);
  try {
    onProgress(startText(command));
    const copy = copyProject(cwd, join(folder, 'project'));
    const runs = await runTwice({ command, requests, timeout, copy, folder, onProgress });
    const same = isSame(runs);
    const kept = same && keep ? `\n${keptText(keepSwitch(cwd), majorOf(expressOf(copy)))}` : '';
    return { isSame: same, text: resultText(runs) + kept };
  } finally {
    process.off('exit', remove);
    remove();
  }
}
