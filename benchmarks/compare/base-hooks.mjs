// Lets every import of `nextpress` and `@nextpress/…` lead to the packages of another commit.

/**
 * @typedef {object} Base
 * @property {Readonly<Record<string, string>>} packages URL of each package's manifest, by its name.
 */

/** @type {Base} */
let base;

/** @param {Base} data */
export function initialize(data) {
  base = data;
}

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
  return next(specifier, anchored(specifier, context));
}

/** @type {import('../module-hooks.mjs').SyncResolve} */
export function resolveSync(specifier, context, next) {
  return next(specifier, anchored(specifier, context));
}

/**
 * A package is resolved from within itself, where its own `exports` say what its name leads to. What the commit doesn't
 * have isn't found: it would be the head's.
 *
 * @template {import('../module-hooks.mjs').Context} Context
 * @param {string} specifier
 * @param {Context} context
 */
function anchored(specifier, context) {
  const name = /^(?:nextpress|@nextpress\/[^/]+)(?=\/|$)/.exec(specifier)?.[0];
  if (name === undefined) return context;
  const manifest = base.packages[name];
  if (manifest !== undefined) return { ...context, parentURL: manifest };
  throw new Error(`the base has no package ${name}, which this server imports`);
}
