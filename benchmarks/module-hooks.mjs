import * as nodeModule from 'node:module';

/**
 * @typedef {{ url: string, format?: string | null | undefined, shortCircuit?: boolean | undefined }} Resolution
 * @typedef {{ parentURL?: string | undefined }} Context
 * @typedef {(specifier: string, context?: Context) => Resolution} SyncNext
 * @typedef {(specifier: string, context: Context, next: SyncNext) => Resolution} SyncResolve
 */

/**
 * What a module of hooks exports. Node ≥ 22.15 runs `resolveSync` where the modules run; older ones run `resolve` in a
 * thread of its own.
 *
 * @template Data
 * @typedef {object} Hooks
 * @property {(data: Data) => void} initialize
 * @property {import('node:module').ResolveHook} resolve
 * @property {SyncResolve} resolveSync
 */

/** Not in the types of the oldest Node. @type {((hooks: { resolve: SyncResolve }) => void) | undefined} */
const registerSync = Reflect.get(nodeModule, 'registerHooks');

/**
 * Lets hooks decide where the imports from now on lead.
 *
 * @template Data
 * @param {Hooks<Data>} hooks
 * @param {URL} url Of their module.
 * @param {Data} data
 * @param {import('node:worker_threads').MessagePort[]} [ports] Of the data.
 */
export function registerResolve(hooks, url, data, ports = []) {
  if (registerSync === undefined) nodeModule.register(url, { data, transferList: ports });
  else {
    hooks.initialize(data);
    registerSync({ resolve: hooks.resolveSync });
  }
}
