import * as nodeModule from 'node:module';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { redirect } from './hooks.mjs';

const packages = new URL('../../packages/', import.meta.url).href;
const modules = new URL('modules/', import.meta.url).href;

/** The built module that a name such as `core/internal/json` stands for. @param {string} name */
export const builtModule = (name) => packages + name.replace('/', '/dist/').concat('.js');

/** @param {string} file */
export const replacementModule = (file) => `${modules}${file}.mjs`;

/**
 * Puts modules in the place of the packages' own, for everything that is imported from now on.
 *
 * @param {Readonly<Record<string, string>>} names A file of `modules/`, by the module that it replaces.
 * @returns {() => string[]} says which of the modules to be replaced have not been imported yet
 */
export function replaceModules(names) {
  const replacements = Object.fromEntries(
    Object.entries(names).map(([name, file]) => [builtModule(name), replacementModule(file)]),
  );
  const redirections = { packages, modules, replacements };
  const imported = registerHooks(redirections);
  return () => {
    const urls = imported();
    return Object.keys(names).filter((name) => !urls.has(builtModule(name)));
  };
}

/** @param {import('./hooks.mjs').Redirections} redirections @returns {() => ReadonlySet<string>} what has been replaced so far */
function registerHooks(redirections) {
  /** @type {Set<string>} */
  const replaced = new Set();
  // Node ≥ 22.15; from Node 26 on the other way is deprecated.
  if ('registerHooks' in nodeModule) {
    const register = /** @type {RegisterHooks} */ (nodeModule.registerHooks);
    register({
      resolve(specifier, context, next) {
        const resolved = next(specifier, context);
        const url = redirect(redirections, { url: resolved.url, parentURL: context.parentURL });
        if (url === resolved.url) return resolved;
        replaced.add(resolved.url);
        return { ...resolved, url, format: 'module' };
      },
    });
    return () => replaced;
  }
  const { port1, port2 } = new MessageChannel();
  nodeModule.register('./hooks.mjs', import.meta.url, {
    data: { redirections, port: port2 },
    transferList: [port2],
  });
  return () => {
    for (let message = receiveMessageOnPort(port1); message; message = receiveMessageOnPort(port1)) {
      replaced.add(message.message);
    }
    return replaced;
  };
}

/**
 * Not in the types of the oldest Node that the project runs on.
 *
 * @typedef {{ url: string, format?: string | null | undefined, shortCircuit?: boolean | undefined }} Resolution
 * @typedef {{ parentURL?: string | undefined }} ResolveContext
 * @typedef {(specifier: string, context: ResolveContext) => Resolution} NextResolve
 * @typedef {(specifier: string, context: ResolveContext, next: NextResolve) => Resolution} SyncResolve
 * @typedef {(hooks: { resolve: SyncResolve }) => void} RegisterHooks
 */
