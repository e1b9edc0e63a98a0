/** @module Prepares Node's compilers while a process waits, so that the application starts sooner. */

import * as nodeModule from 'node:module';
import type { AppSettings } from '../messages.ts';

/** Functions that not all versions of Node have. */
interface Compilers {
  enableCompileCache?(): unknown;
  flushCompileCache?(): void;
  stripTypeScriptTypes?(code: string): string;
}

const { enableCompileCache, flushCompileCache, stripTypeScriptTypes } = nodeModule as Compilers;

/** Keeps compiled code for the next process, and loads what strips types, which takes Node about 50 ms and 17 MB. */
export function prepareCompilers({ entry, hasLoader }: Pick<AppSettings, 'entry' | 'hasLoader'>): void {
  enableCompileCache?.();
  if (!hasLoader && /\.[cm]?ts$/.test(entry)) withoutWarnings(() => stripTypeScriptTypes?.(''));
}

/** Writes the compiled code. Node itself does so when it exits, but a signal ends this process. */
export function saveCompiledCode(): void {
  flushCompileCache?.();
}

/** The function is experimental, but running TypeScript is not. */
function withoutWarnings(call: () => void): void {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    call();
  } finally {
    process.emitWarning = emitWarning;
  }
}
