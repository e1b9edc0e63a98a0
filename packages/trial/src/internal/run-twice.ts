import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { ProcessOptions } from './command-process.ts';
import { type ComparedResponses, checkResponses, compareResponses } from './compare-responses.ts';
import { compareRuns, type RunDifferences } from './compare-runs.ts';
import { copiedText, runText } from './progress.ts';
import type { Project } from './project.ts';
import {
  copyProject,
  expressOf,
  type InstalledExpress,
  noteLoading,
  type ProjectCopy,
  replaceExpress,
} from './project-copy.ts';
import type { ListedRequest } from './request-list.ts';
import { type RequestRun, runRequests } from './request-run.ts';
import { checkExpressRun, runTests, type TestRun } from './test-run.ts';

export type TrialRuns =
  | {
      readonly kind: 'tests';
      readonly express: TestRun;
      readonly nextpress: TestRun;
      readonly differences: RunDifferences;
    }
  | {
      readonly kind: 'requests';
      readonly express: RequestRun;
      readonly nextpress: RequestRun;
      readonly differences: ComparedResponses;
    };

export interface Plan {
  readonly command: readonly string[];
  readonly project: Project;
  readonly requests: readonly ListedRequest[] | undefined;
  /** In seconds. */
  readonly timeout: number;
  /** An empty folder. */
  readonly folder: string;
  onProgress(text: string): void;
}

/**
 * Runs a command with the installed Express, then with Nextpress, each time in a fresh copy at the same path. Requests are sent
 * to Express twice, to find what differs by itself.
 *
 * @throws Error if Express is older than version 4, or if there is nothing to compare
 */
export async function runTwice(plan: Plan): Promise<TrialRuns & { readonly major: string }> {
  const runs = new Runs(plan);
  const { requests, timeout, onProgress } = plan;
  const first = runs.prepare('express');
  onProgress(runText('Express'));
  if (requests === undefined) {
    const express = await runTests(first, timeout);
    checkExpressRun(express);
    runs.checkLoaded();
    const second = runs.prepare('nextpress');
    onProgress(runText('Nextpress'));
    const nextpress = await runTests(second, timeout);
    const differences = compareRuns(express, nextpress);
    return { kind: 'tests', express, nextpress, differences, major: runs.major };
  }
  const express = await runRequests(first, requests, timeout, true);
  checkResponses(express);
  runs.checkLoaded();
  onProgress(runText('Express again'));
  const again = await runRequests(runs.prepare('express'), requests, timeout, false);
  onProgress(runText('Nextpress'));
  const nextpress = await runRequests(runs.prepare('nextpress'), requests, timeout, true);
  const differences = compareResponses(requests, [express, again], nextpress);
  return { kind: 'requests', express, nextpress, differences, major: runs.major };
}

class Runs {
  readonly #plan: Plan;
  readonly #loaded: string;
  #count = 0;
  /** The version of Express that is replaced. */
  major = '';

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#loaded = join(plan.folder, 'express-loaded');
  }

  /** Copies the project. */
  prepare(subject: 'express' | 'nextpress'): ProcessOptions {
    const { command, project, folder, onProgress } = this.#plan;
    const copy = copyProject(project, join(folder, 'project'));
    const own = expressOf(copy);
    this.major = majorOf(own);
    if (this.major !== '4' && this.major !== '5') {
      throw new Error(`Unsupported version of Express: expected 4 or 5, got ${own.version}`);
    }
    const replaced = copy.expresses.filter((express) => majorOf(express) === this.major);
    if (this.#count === 0) onProgress(copiedText(copy, own.version, replaced));
    for (const express of replaced) {
      if (subject === 'express') noteLoading(express, this.#loaded);
      else replaceExpress(express);
    }
    const reports = join(folder, `reports-${this.#count++}`);
    mkdirSync(reports);
    const switched = subject === 'nextpress' ? { NEXTPRESS_EXPRESS: this.major } : {};
    return { command, cwd: copy.cwd, reports, env: { ...environmentIn(copy, project), ...switched } };
  }

  /** @throws Error if the command did not load Express */
  checkLoaded(): void {
    if (existsSync(this.#loaded)) return;
    throw new Error('The command does not load Express: expected a command that runs your application.');
  }
}

/** The environment, with paths in the project, such as those npm adds to `PATH`, redirected to the copy. */
function environmentIn(copy: ProjectCopy, { root }: Project): NodeJS.ProcessEnv {
  const escaped = root.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const path = new RegExp(`(?<=^|[${delimiter}"'= ])${escaped}(?=$|[${delimiter}"' /\\\\])`, 'g');
  const entries = Object.entries(process.env).map(([name, value]) => [
    name,
    value?.replaceAll(path, () => copy.root),
  ]);
  return Object.fromEntries(entries) as NodeJS.ProcessEnv;
}

function majorOf({ version }: InstalledExpress): string {
  return version.split('.', 1)[0] as string;
}
