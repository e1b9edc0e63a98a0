/** @module The program that workers run. */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { invalidValue } from '@nextpress/semantics/options';
import type { ClusterSettings } from '../../cluster-options.ts';
import type { WorkerProgram } from './worker-process.ts';

const REGISTER = '@nextpress/cluster/register';

/** This process's own program, for workers given as a function. */
export function ownProgram({ args, env }: ClusterSettings): WorkerProgram {
  const file = process.argv[1];
  if (file === undefined) {
    throw new Error('startCluster() cannot start workers from --eval or the REPL: run it from a file.');
  }
  return { file, args: args ?? process.argv.slice(2), execArgv: process.execArgv, env };
}

/** @throws TypeError if the file does not exist */
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

/** Preloaded, so that the workers' file doesn't have to import this package. */
function registerUrl(): string {
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve(REGISTER)).href;
  } catch (cause) {
    const remedy = 'In a bundled program, pass a function instead of a file';
    throw new Error(`startCluster() cannot find ${REGISTER}. ${remedy}.`, { cause });
  }
}
