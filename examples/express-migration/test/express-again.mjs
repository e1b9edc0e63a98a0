/** The URL of Express. */
let express = '';

/** @type {import('node:module').InitializeHook<string>} */
export const initialize = (url) => {
  express = url;
};

/** Undoes the migration: resolves `nextpress/express` to Express. @type {import('node:module').ResolveHook} */
export const resolve = (specifier, context, nextResolve) =>
  specifier === 'nextpress/express' ? { url: express, shortCircuit: true } : nextResolve(specifier, context);
