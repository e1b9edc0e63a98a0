/** @module Warms up Node's compilers while a process waits, so that the application starts sooner. */

import * as nodeModule from 'node:module';
import type { AppSettings } from '../messages.ts';

/** Functions that some versions of Node lack. */
interface Compilers {
  enableCompileCache?(): unknown;
  flushCompileCache?(): void;
  stripTypeScriptTypes?(code: string): string;
}

const { enableCompileCache, flushCompileCache, stripTypeScriptTypes } = nodeModule as Compilers;

/** Enables the compile cache for the next process, and loads Node's type stripper, which takes about 50 ms and 17 MB. */
export function prepareCompilers({ entry, hasLoader }: Pick<AppSettings, 'entry' | 'hasLoader'>): void {
  enableCompileCache?.();
  if (!hasLoader && /\.[cm]?ts$/.test(entry)) withoutWarnings(() => stripTypeScriptTypes?.(''));
}

/** Writes the compile cache. Node does this on exit, but a signal ends this process. */
export function saveCompiledCode(): void {
  flushCompileCache?.();
}

/** The function is experimental, although running TypeScript is not. */
function withoutWarnings(call: () => void): void {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    call();
  } finally {
    process.emitWarning = emitWarning;
  }
}
