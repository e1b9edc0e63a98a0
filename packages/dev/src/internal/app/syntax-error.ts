/** @module Finds the place of a syntax error in an ES module, which Node only prints. */

import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** Checking a file starts Node. The error is almost always in one of the files that have changed last. */
const MAX_FILES = 5;

/**
 * The error as `node --check` prints it, which begins with its place; `undefined` if it finds none.
 *
 * @param files - the files of the application that were loaded
 */
export function explainSyntaxError(files: Iterable<string>): string | undefined {
  const lastChanged = [...files].sort((one, other) => changedAt(other) - changedAt(one)).slice(0, MAX_FILES);
  for (const file of lastChanged) {
    try {
      execFileSync(process.execPath, ['--check', file], { stdio: 'pipe', env: {}, timeout: 5_000 });
    } catch (error) {
      return String((error as { readonly stderr?: unknown }).stderr ?? '');
    }
  }
  return undefined;
}

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
