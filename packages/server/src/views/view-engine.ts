/** @module Cold: template engines with Express's calling convention. */

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { thrownProperty, thrownText } from '@nextpress/semantics/thrown-value';

/** Renders the file at `path` with the values in `options`, and calls back with the text. */
export type ViewEngine = (
  path: string,
  options: object,
  callback: (error: unknown, rendered?: string) => void,
) => void;

/** Engines by extension, with its dot. */
export type EngineLookup = Record<string, ViewEngine>;

/** The folder of the views, or several folders, tried in order. */
export type Views = string | readonly string[];

/**
 * Loads the engine that a package exports as `__express`. The package is looked up from the views, from the working directory
 * and, as in Express, from the framework.
 *
 * @throws Error when there is no such package, or when it exports no engine
 */
export function loadEngine(name: string, views: Views): ViewEngine {
  const { __express: engine } = requireFrom([...[views].flat(), process.cwd(), import.meta.dirname], name);
  if (typeof engine === 'function') return engine as ViewEngine;
  throw new Error(`Module "${name}" does not provide a view engine.`);
}

/** Requires a module from the first folder where it is installed. */
function requireFrom(folders: readonly string[], name: string): { __express?: unknown } {
  let missing: unknown;
  for (const folder of folders) {
    try {
      return createRequire(join(folder, 'noop.js'))(name);
    } catch (error) {
      // A module that is installed and fails to load fails from every folder.
      if (!isMissing(error, name)) throw error;
      missing ??= error;
    }
  }
  throw missing;
}

function isMissing(error: unknown, name: string): boolean {
  const isUnresolved = thrownProperty(error, 'code') === 'MODULE_NOT_FOUND';
  return isUnresolved && thrownText(error).startsWith(`Cannot find module '${name}'`);
}
