/** @module Cold: template engines with Express's calling convention. */

import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { requireOf } from '@nextpress/semantics/optional-package';

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
 * @throws Error if there is no such package, or if it exports no engine
 */
export function loadEngine(name: string, views: Views): ViewEngine {
  const program = join(process.cwd(), 'noop.js');
  const places = [...[views].flat().map((folder) => resolve(folder, 'noop.js')), program, import.meta.url];
  const require = requireOf(name, places) ?? createRequire(program);
  const { __express: engine } = require(name) as { __express?: unknown };
  if (typeof engine === 'function') return engine as ViewEngine;
  throw new Error(`Module "${name}" does not provide a view engine.`);
}
