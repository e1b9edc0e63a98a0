/** @module Cold: template engines, as Express's calling convention has them. */

import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Renders the file at `path` with what a template may use, and calls back with the text. */
export type ViewEngine = (
  path: string,
  options: object,
  callback: (error: unknown, rendered?: string) => void,
) => void;

/** Engines by extension, with its dot. */
export type EngineLookup = Record<string, ViewEngine>;

/** The folder that views are in, or several, tried in order. */
export type Views = string | readonly string[];

/**
 * Loads the engine that a package offers as `__express`, as it is installed for the application: where its views are, where the
 * process was started, or, as in Express, where the framework is.
 *
 * @throws Error when there is no such package, or it offers none
 */
export function loadEngine(name: string, views: Views): ViewEngine {
  const { __express: engine } = requireFrom([...[views].flat(), process.cwd(), import.meta.dirname], name);
  if (typeof engine === 'function') return engine as ViewEngine;
  throw new Error(`Module "${name}" does not provide a view engine.`);
}

/** The module as the first folder finds it that does. */
function requireFrom(folders: readonly string[], name: string): { __express?: unknown } {
  let missing: unknown;
  for (const folder of folders) {
    try {
      return createRequire(join(folder, 'noop.js'))(name);
    } catch (error) {
      // A module that is there and fails has failed for every folder.
      if (!isMissing(error, name)) throw error;
      missing ??= error;
    }
  }
  throw missing;
}

function isMissing(error: unknown, name: string): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === 'MODULE_NOT_FOUND' && String(message).startsWith(`Cannot find module '${name}'`);
}
