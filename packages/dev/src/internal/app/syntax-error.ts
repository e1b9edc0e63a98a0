/** @module Finds the location of a syntax error in an ES module, which Node only prints. */

import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** Each check starts Node. The error is almost always in one of the most recently changed files. */
const MAX_FILES = 5;

/**
 * Returns the error as `node --check` prints it, starting with its location; `undefined` if no file has one.
 *
 * @param files - the application's loaded files
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
