/** @module Which files the application has loaded, by `import` and `require`. */

import * as nodeModule from 'node:module';
import { dirname, isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { thrownProperty } from '@nextpress/semantics/thrown-value';

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

interface Loader {
  _resolveFilename(...args: unknown[]): string;
}

/**
 * Calls a function with the path of each file that is loaded from now on, outside of `node_modules`. The same path may be passed
 * several times.
 *
 * @param hooks - the module `hooks.ts`, as a URL
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
  const loader = nodeModule.default as unknown as Loader;
  const find = loader._resolveFilename;
  loader._resolveFilename = function resolveFilename(...args) {
    const path = Reflect.apply(find, this, args);
    note(path);
    return path;
  };
}

/** The file of a URL or a path; `undefined` for modules of Node and the like. */
function pathOf(url: string): string | undefined {
  if (!url.startsWith('file:')) return /^(?:\/|[A-Za-z]:\\)/.test(url) ? url : undefined;
  try {
    return fileURLToPath(url.replace(/[?#].*$/, ''));
  } catch {
    return undefined;
  }
}

/** The files whose lack is the error, absolute paths; empty for other errors. */
export function missingFiles(error: unknown): string[] {
  const code = thrownProperty(error, 'code');
  const specifier = /^Cannot find module '([^']+)'/.exec(String(thrownProperty(error, 'message')))?.[1];
  if (specifier === undefined || (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND')) return [];
  // `import` names the whole path, and `require` what it was called with.
  if (code === 'ERR_MODULE_NOT_FOUND') return isAbsolute(specifier) ? [specifier] : [];
  const [from] = (thrownProperty(error, 'requireStack') ?? []) as readonly string[];
  if (from === undefined || !/^\.{0,2}\//.test(specifier)) return [];
  return ['', '.js', '.cjs', '.json'].map((extension) => resolve(dirname(from), specifier + extension));
}
