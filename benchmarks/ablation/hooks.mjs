// Runs where Node runs module hooks: in the thread of the modules from Node 22.15 on, in a thread of its own before.

/**
 * @typedef {object} Redirections
 * @property {string} packages URL of the folder whose packages are measured.
 * @property {string} modules URL of the folder of the replacements.
 * @property {Readonly<Record<string, string>>} replacements URL of a replacement, by the URL of the module that it
 *   stands in for.
 *
 * @typedef {{ url: string, parentURL: string | undefined }} Resolved
 */

/**
 * Where an import leads: a module that has a replacement leads there, but for the replacement itself, which may use what
 * it replaces. Replacements import sources, for their types, and get what was built from them.
 *
 * @param {Redirections} redirections
 * @param {Resolved} resolved
 * @returns {string}
 */
export function redirect({ packages, modules, replacements }, { url, parentURL = '' }) {
  if (parentURL.startsWith(modules) && url.startsWith(packages)) return builtOf(url);
  return replacements[url] ?? url;
}

/** @param {string} source */
const builtOf = (source) => source.replace('/src/', '/dist/').replace(/\.ts$/, '.js');

/** @type {{ redirections: Redirections, port: import('node:worker_threads').MessagePort } | undefined} */
let own;

/** @param {NonNullable<typeof own>} data */
export function initialize(data) {
  own = data;
}

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  if (own === undefined) return resolved;
  const url = redirect(own.redirections, { url: resolved.url, parentURL: context.parentURL });
  if (url === resolved.url) return resolved;
  own.port.postMessage(resolved.url);
  return { ...resolved, url, format: 'module' };
}
