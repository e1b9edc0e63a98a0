/** @module Prepares Node's compilers while a process waits, so that the application starts sooner. */

import * as nodeModule from 'node:module';

/** Functions that not all versions of Node have. */
interface Compilers {
  enableCompileCache?(): unknown;
  flushCompileCache?(): void;
  stripTypeScriptTypes?(code: string): string;
}

const { enableCompileCache, flushCompileCache, stripTypeScriptTypes } = nodeModule as Compilers;

/** Keeps compiled code for the next process, and loads what strips types, which takes Node about 40 ms. */
export function prepareCompilers(entry: string): void {
  enableCompileCache?.();
  if (/\.m?ts$/.test(entry)) withoutWarnings(() => stripTypeScriptTypes?.(''));
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
