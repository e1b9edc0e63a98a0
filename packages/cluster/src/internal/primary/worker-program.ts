/** @module What the workers run. */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { invalidValue } from '@nextpress/semantics/options';
import type { ClusterSettings } from '../../cluster-options.ts';
import type { WorkerProgram } from './worker-process.ts';

const REGISTER = '@nextpress/cluster/register';

/** The program of this process again, for workers that are a function. */
export function ownProgram({ args, env }: ClusterSettings): WorkerProgram {
  const file = process.argv[1];
  if (file === undefined) {
    throw new Error(
      'startCluster() needs a program in a file to start workers, and not one of --eval or a REPL.',
    );
  }
  return { file, args: args ?? process.argv.slice(2), execArgv: process.execArgv, env };
}

/** @throws TypeError for a file that does not exist */
export function programOf(worker: URL | string, { args = [], env }: ClusterSettings): WorkerProgram {
  const file = pathOf(worker);
  if (file === undefined || !existsSync(file)) {
    const expected = 'a function, or the path or file: URL of a file that exists';
    throw invalidValue('worker of startCluster()', expected, worker instanceof URL ? worker.href : worker);
  }
  return { file, args, execArgv: [...process.execArgv, '--import', registerUrl()], env };
}

function pathOf(worker: unknown): string | undefined {
  if (worker instanceof URL) return worker.protocol === 'file:' ? fileURLToPath(worker) : undefined;
  if (typeof worker !== 'string' || worker === '') return undefined;
  return worker.startsWith('file:') ? fileURLToPath(worker) : resolve(worker);
}

/** So that the file of the workers doesn't have to import this package. */
function registerUrl(): string {
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve(REGISTER)).href;
  } catch (cause) {
    const remedy = 'In a bundled program, pass a function instead of a file';
    throw new Error(`startCluster() does not find ${REGISTER}. ${remedy}.`, { cause });
  }
}
