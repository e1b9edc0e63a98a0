/**
 * What is measured: a file of `servers/`, in one of its variants.
 *
 * @typedef {object} Server
 * @property {string} name
 * @property {string} title
 * @property {string} [package] Whose version is in the results.
 * @property {string} [file] (the name)
 * @property {string} [variant] `lane` puts the server of the file on the fast lane.
 * @property {readonly string[]} [apps] That it serves (all).
 *
 * @callback Serve Serves an app. The server need not listen yet.
 * @param {string} app
 * @param {string} [variant]
 * @returns {import('node:http').Server | Promise<import('node:http').Server>}
 */

export const BASELINE = 'node-http';

const lanes = ['async', 'headers'];
const common = ['hello', 'params', 'echo', 'middlewares', 'routes'];
const all = [...common, 'guarded', 'files', 'errors', 'cors', 'validation', 'transfer'];
const payments = ['payments', 'payments-zod'];
const lookups = ['routes-10', 'routes-5000', 'scopes-500'];

/** @type {readonly Server[]} */
export const servers = [
  {
    name: BASELINE,
    title: 'node:http',
    apps: [...all, ...payments, ...lookups, ...lanes, 'mix', 'fetch'],
  },
  { name: 'fastify', title: 'Fastify', package: 'fastify', apps: [...all, ...lookups, 'mix'] },
  {
    name: 'fastify-schema',
    title: 'Fastify, schemas',
    package: 'fastify',
    file: 'fastify',
    variant: 'schema',
    apps: [...all, ...payments, 'mix'],
  },
  { name: 'hono', title: 'Hono', package: 'hono', apps: [...all, 'payments-zod', 'fetch'] },
  {
    name: 'hono-nextpress',
    title: 'Hono on fromFetch, registered',
    file: 'hono',
    variant: 'nextpress',
    apps: [...all, 'payments-zod', 'fetch'],
  },
  {
    name: 'hono-nextpress-serve',
    title: 'Hono on serve of @nextpress/fetch',
    file: 'hono',
    variant: 'nextpress-serve',
    apps: [...all, 'payments-zod', 'fetch'],
  },
  {
    name: 'hono-nextpress-native',
    title: 'Hono on fromFetch',
    file: 'hono',
    variant: 'nextpress-native',
    apps: [...all, 'payments-zod', 'fetch'],
  },
  {
    name: 'fetch-nextpress',
    title: 'handler on fromFetch, registered',
    file: 'fetch',
    variant: 'nextpress',
    apps: ['fetch'],
  },
  {
    name: 'fetch-nextpress-native',
    title: 'handler on fromFetch',
    file: 'fetch',
    variant: 'nextpress-native',
    apps: ['fetch'],
  },
  {
    name: 'srvx',
    title: 'handler on srvx',
    package: 'srvx',
    file: 'fetch',
    variant: 'srvx',
    apps: ['fetch'],
  },
  { name: 'express', title: 'Express', package: 'express', apps: [...all, ...payments, 'mix'] },
  {
    name: 'nextpress',
    title: 'Nextpress',
    package: 'nextpress',
    apps: [...all, ...payments, ...lookups, ...lanes, 'mix', 'fetch'],
  },
  {
    name: 'nextpress-node',
    title: 'Nextpress, fast lane off',
    file: 'nextpress',
    variant: 'node',
    apps: [...all, ...lookups, ...lanes],
  },
  { name: 'koa', title: 'Koa', package: 'koa', apps: common },
  { name: 'h3', title: 'h3', package: 'h3', apps: common },
  { name: 'polka', title: 'Polka', package: 'polka', apps: common },
  {
    name: 'node-http-lane',
    title: 'node:http on the fast lane',
    file: BASELINE,
    variant: 'lane',
    apps: [...all, ...lanes],
  },
  { name: 'fastify-lane', title: 'Fastify on the fast lane', file: 'fastify', variant: 'lane', apps: all },
  { name: 'koa-lane', title: 'Koa on the fast lane', file: 'koa', variant: 'lane', apps: common },
  { name: 'express-lane', title: 'Express on the fast lane', file: 'express', variant: 'lane', apps: all },
];

/** @param {string} name @returns {Server} */
export function serverOf(name) {
  const server = servers.find((each) => each.name === name);
  if (server === undefined) throw new Error(`Unknown server "${name}"`);
  return server;
}

/** @param {string} name @param {readonly string[]} [execArgv] @returns {import('./core/child.mjs').Contender} */
export function contenderOf(name, execArgv = []) {
  const { file = name, variant = '' } = serverOf(name);
  return { name, file, variant, execArgv };
}

/** @param {string} name @param {{ app: string, servers?: readonly string[] }} scenario */
export const serves = (name, { app, servers: own }) =>
  (own?.includes(name) ?? true) && (serverOf(name).apps?.includes(app) ?? true);
