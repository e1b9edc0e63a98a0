/**
 * Who is measured. A server has a file of this name in each suite that it takes part in.
 *
 * @typedef {object} Server
 * @property {string} name
 * @property {string} title
 * @property {'node' | 'bun' | 'deno' | 'go'} runtime Go's file is `go/main.go`.
 * @property {string} [file] Another server's, where only the runtime differs.
 * @property {string} [package] Whose version stands for it, as `package.json` names it.
 * @property {string} [command] That its file starts, and whose version stands for it; it tells it by `-v`.
 * @property {boolean} [essential] Whether `npm run bench` measures it without being asked.
 * @property {string} [note] One line for whoever reads the table.
 */

/** What everything is compared with: bare Node with Content-Length. */
export const baseline = 'node-http';

/** @type {readonly Server[]} */
export const servers = [
  { name: baseline, title: 'node:http', runtime: 'node', essential: true, note: 'with Content-Length' },
  {
    name: 'node-http-chunked',
    title: 'node:http, chunked',
    runtime: 'node',
    note: 'without Content-Length: slower for Node, and so the form that flatters everyone else',
  },
  {
    name: 'node-http-router',
    title: 'node:http, own router',
    runtime: 'node',
    note: 'a router made by hand, and try/catch',
  },
  { name: 'nextpress', title: 'Nextpress', runtime: 'node', package: 'nextpress', essential: true },
  {
    name: 'nextpress-node',
    title: "Nextpress, Node's lane",
    runtime: 'node',
    package: 'nextpress',
    note: 'fastLane: false',
  },
  { name: 'fastify', title: 'Fastify', runtime: 'node', package: 'fastify', essential: true },
  {
    name: 'fastify-schema',
    title: 'Fastify, schemas',
    runtime: 'node',
    package: 'fastify',
    note: 'with schemas for what it reads and writes',
  },
  { name: 'express', title: 'Express', runtime: 'node', package: 'express', essential: true },
  {
    name: 'express-usual',
    title: 'Express, usual middleware',
    runtime: 'node',
    package: 'express',
    note: 'with the middleware that most applications begin with',
  },
  { name: 'koa', title: 'Koa', runtime: 'node', package: 'koa', essential: true },
  { name: 'hono', title: 'Hono', runtime: 'node', package: 'hono', essential: true },
  {
    name: 'hono-1',
    title: 'Hono, node-server 1',
    runtime: 'node',
    package: 'hono-node-server-1',
    note: 'on the older Node server',
  },
  { name: 'h3', title: 'h3 on srvx', runtime: 'node', package: 'h3' },
  { name: 'polka', title: 'Polka', runtime: 'node', package: 'polka' },
  { name: 'nest-fastify', title: 'NestJS on Fastify', runtime: 'node', package: '@nestjs/core' },
  {
    name: 'serve-static',
    title: 'serve-static',
    runtime: 'node',
    package: 'serve-static',
    note: 'on node:http',
  },
  {
    name: 'sirv',
    title: 'sirv',
    runtime: 'node',
    package: 'sirv',
    note: 'on node:http; reads the folder at start and sees no change',
  },
  {
    name: 'sirv-dev',
    title: 'sirv, dev',
    runtime: 'node',
    package: 'sirv',
    note: 'on node:http; looks at every request',
  },
  {
    name: 'nginx',
    title: 'nginx',
    runtime: 'node',
    command: 'nginx',
    note: 'one worker; the memory has the Node in it that starts nginx',
  },
  { name: 'cors', title: 'cors', runtime: 'node', package: 'cors', note: 'on node:http' },
  {
    name: 'net-floor',
    title: 'node:net, fixed',
    runtime: 'node',
    note: 'writes a fixed answer without reading the request: the floor',
  },
  {
    name: 'bun',
    title: 'Bun.serve',
    runtime: 'bun',
    note: 'processor time with that of its helper threads; serves files without a guard against other folders',
  },
  { name: 'express-bun', title: 'Express on Bun', runtime: 'bun', file: 'express', package: 'express' },
  { name: 'elysia', title: 'Elysia on Bun', runtime: 'bun', package: 'elysia' },
  {
    name: 'deno',
    title: 'Deno.serve',
    runtime: 'deno',
    note: 'processor time with that of its helper threads',
  },
  { name: 'go', title: 'Go net/http', runtime: 'go', note: 'processor time with that of its helper threads' },
];
