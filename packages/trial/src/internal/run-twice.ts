import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessOptions } from './command-process.ts';
import { compareResponses, type ResponseDifference } from './compare-responses.ts';
import { compareRuns, type RunDifferences } from './compare-runs.ts';
import { copiedText, runText } from './progress.ts';
import { expressOf, type InstalledExpress, type ProjectCopy, replaceExpress } from './project-copy.ts';
import type { ListedRequest } from './request-list.ts';
import { type RequestRun, runRequests } from './request-run.ts';
import { runTests, type TestRun, tail } from './test-run.ts';

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
      readonly differences: readonly ResponseDifference[];
    };

interface Plan {
  readonly command: readonly string[];
  readonly requests: readonly ListedRequest[] | undefined;
  readonly timeout: number;
  readonly copy: ProjectCopy;
  readonly folder: string;
  onProgress(text: string): void;
}

/**
 * Runs a command with the installed Express, and then with Nextpress. Requests are sent to Express twice, which tells what differs by itself.
 *
 * @throws Error for an Express before version 4, or if the command fails with Express and says nothing about its tests
 */
export async function runTwice({
  command,
  requests,
  timeout,
  copy,
  folder,
  onProgress,
}: Plan): Promise<TrialRuns> {
  const own = expressOf(copy);
  const replaced = copy.expresses.filter((express) => majorOf(express) === majorOf(own));
  const others = copy.expresses.filter((express) => !replaced.includes(express));
  onProgress(copiedText(copy.files, own.version, replaced.length, others));
  let runs = 0;
  const optionsOf = (env: NodeJS.ProcessEnv): ProcessOptions => {
    const reports = join(folder, `reports-${runs++}`);
    mkdirSync(reports);
    return { command, cwd: copy.cwd, reports, env };
  };
  const run = async <T>(start: (options: ProcessOptions) => Promise<T>): Promise<[T, T, T | undefined]> => {
    onProgress(runText('Express'));
    const express = await start(optionsOf({}));
    const again = requests === undefined ? undefined : await start(optionsOf({}));
    for (const each of replaced) replaceExpress(each);
    onProgress(runText('Nextpress'));
    return [express, await start(optionsOf({ NEXTPRESS_EXPRESS: majorOf(own) })), again];
  };
  if (requests === undefined) {
    const [express, nextpress] = await run((options) => runTests(options, timeout));
    if (express.tests === undefined && express.code !== 0) {
      throw new Error(
        `The command fails with Express: expected exit code 0, got ${express.code}\n${tail(express.output)}`,
      );
    }
    return { kind: 'tests', express, nextpress, differences: compareRuns(express, nextpress) };
  }
  const [express, nextpress, again = express] = await run((options) =>
    runRequests(options, requests, timeout),
  );
  return {
    kind: 'requests',
    express,
    nextpress,
    differences: compareResponses(requests, [express, again], nextpress),
  };
}

/** @throws Error for an Express before version 4 */
export function majorOf({ version }: Pick<InstalledExpress, 'version'>): string {
  const [major = ''] = version.split('.');
  if (major === '4' || major === '5') return major;
  throw new Error(`Unsupported version of Express: expected 4 or 5, got ${version}`);
}
