/** @module Tracks which files the application loads through `import` and `require`. */

import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { thrownProperty, thrownText } from '@nextpress/semantics/thrown-value';
import type { NodeModule } from '@nextpress-internal/internals/node';

/** `module.registerHooks`, since Node 22.15. */
interface WithHooks {
  registerHooks?(hooks: {
    resolve(
      specifier: string,
      context: object,
      next: (specifier: string, context: object) => { readonly url: string },
    ): object;
  }): void;
}

/**
 * Calls back with the path of each file loaded from now on, except in `node_modules`. A path may be passed several times.
 *
 * @param hooks - the URL of the module `hooks.ts`
 */
export function watchLoading(hooks: string, onLoad: (path: string) => void): void {
  const note = (url: string): void => {
    const path = pathOf(url);
    if (path !== undefined && !/[\\/]node_modules[\\/]/.test(path)) onLoad(path);
  };
  const { registerHooks } = nodeModule as WithHooks;
  if (registerHooks !== undefined) {
    registerHooks({
      resolve(specifier, context, next) {
        const resolved = next(specifier, context);
        note(resolved.url);
        return resolved;
      },
    });
    return;
  }
  watchImports(hooks, note);
  watchRequires(note);
}

function watchImports(hooks: string, note: (url: string) => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.on('message', note);
  port1.unref();
  nodeModule.register(hooks, { data: { port: port2 }, transferList: [port2] });
}

function watchRequires(note: (path: string) => void): void {
  const loader = nodeModule.default as unknown as NodeModule;
  const find = loader._resolveFilename;
  loader._resolveFilename = function resolveFilename(...args) {
    const path = Reflect.apply(find, this, args);
    note(path);
    return path;
  };
}

/** The file of a URL or path; `undefined` for built-in modules and the like. */
function pathOf(url: string): string | undefined {
  if (!url.startsWith('file:')) return /^(?:\/|[A-Za-z]:\\)/.test(url) ? url : undefined;
  try {
    return fileURLToPath(url.replace(/[?#].*$/, ''));
  } catch {
    return undefined;
  }
}

/** Absolute paths of the missing files that caused the error; empty for other errors. */
export function missingFiles(error: unknown): string[] {
  const code = thrownProperty(error, 'code');
  const path = thrownProperty(error, 'path');
  if (code === 'ENOENT' && typeof path === 'string') return [resolve(path)];
  const message = thrownText(thrownProperty(error, 'message'));
  const [, name, importer] =
    /^Cannot find (?:module|package) '([^']+)'(?: imported from (.+))?/.exec(message) ?? [];
  if (name === undefined || (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND')) return [];
  const stack = thrownProperty(error, 'requireStack');
  const from = Array.isArray(stack) ? String(stack[0] ?? '') : importer;
  if (from && !isAbsolute(name) && !/^\.{0,2}\//.test(name)) return manifestsOf(name, dirname(from));
  // `import` errors contain the full path, `require` errors the argument.
  const file = resolve(dirname(from || name), name);
  return [...ENDINGS.map((ending) => file + ending), file.replace(/js(x?)$/, 'ts$1')];
}

/** Suffixes that loaders append to a path. */
const ENDINGS = ['', '.js', '.cjs', '.json', '.ts', `${sep}index.js`, `${sep}index.ts`];

/** Where a package may be installed. */
function manifestsOf(name: string, folder: string): string[] {
  const [scope = '', second = ''] = name.split('/');
  const path = join('node_modules', scope.startsWith('@') ? join(scope, second) : scope, 'package.json');
  const here = existsSync(join(folder, 'package.json')) ? [join(folder, path)] : [];
  return folder === dirname(folder) ? here : [...here, ...manifestsOf(name, dirname(folder))];
}
