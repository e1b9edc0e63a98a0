// Measures how much memory connections, routes and requests take in a server: `node benchmarks/memory.mjs --help`.
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { currentCommit, describeMachine, packageVersion } from '@nextpress-internal/bench-kit/machine';
import { markdownTable } from '@nextpress-internal/bench-kit/markdown';
import { createProgress } from '@nextpress-internal/bench-kit/progress';
import { median } from '@nextpress-internal/bench-kit/statistics';
import { startChild } from './core/child.mjs';
import { mostConnections, OPENINGS, openIdle, STREAMS } from './core/idle.mjs';
import { rawExchanges } from './core/measure.mjs';
import { Traffic } from './core/traffic.mjs';
import { replaceMarked } from './documents.mjs';
import { scenarios } from './scenarios.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string', multiple: true },
    rounds: { type: 'string', default: '3' },
    requests: { type: 'string', default: '1000000' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const requests = Number(values.requests);
const connections = mostConnections();

/** @typedef {import('./core/child.mjs').Memory} Memory */
/** @typedef {import('./core/child.mjs').Child} Child */

const GC = ['--expose-gc'];
/** Connections that run the code before anything is measured. */
const WARM_UP = 200;
const WARM_UP_REQUESTS = 200_000;
/** Until a server has noticed that connections closed, in milliseconds. */
const CLOSING = 500;

/**
 * @template Value
 * @param {{ file: string, app: string, variant?: string }} what
 * @param {(child: Child) => Promise<Value>} use
 */
async function withServer({ file, app, variant = '' }, use) {
  const contender = { name: variant || file, file, variant, execArgv: GC };
  const child = await startChild(contender, app, process.execPath);
  try {
    return await use(child);
  } finally {
    await child.stop();
  }
}

/** @param {Memory} before @param {Memory} after @param {number} items @returns {Memory} */
const perItem = (before, after, items) => ({
  heap: (after.heap - before.heap) / items,
  rss: (after.rss - before.rss) / items,
});

/** @param {keyof typeof OPENINGS} kind @param {(server: string) => { file: string, app: string, variant?: string }} appOf @param {number} [items] Of each connection. */
const ofConnections =
  (kind, appOf, items = 1) =>
  (/** @type {string} */ server) =>
    withServer(appOf(server), async (child) => {
      const close = await openIdle(child.port, WARM_UP, OPENINGS[kind]);
      close();
      await delay(CLOSING);
      const before = await child.memory();
      const count = Math.floor(connections / items);
      await openIdle(child.port, count, OPENINGS[kind]);
      return perItem(before, await child.memory(), count * items);
    });

/** @param {string} app */
const idle = (app) => (/** @type {string} */ variant) => ({ file: 'idle', app, variant });

/** The memory of a server after its first response, which compiles the routes. @param {Child} child */
async function afterResponse(child) {
  await openIdle(child.port, 1, OPENINGS.http);
  return child.memory();
}

/** @param {number} count @param {string} [variant] */
const ofRoutes =
  (count, variant = '') =>
  async (/** @type {string} */ file) => {
    const few = await withServer({ file, app: 'routes-10', variant }, afterResponse);
    const many = await withServer({ file, app: `routes-${count}`, variant }, afterResponse);
    return perItem(few, many, count - 10);
  };

/** @param {string} file */
const atStart = (file) => withServer({ file, app: 'hello' }, afterResponse);

/** @param {string} file */
const growth = (file) =>
  withServer({ file, app: 'mix' }, async (child) => {
    const mix = scenarios.find(({ name }) => name === 'mix');
    const traffic = new Traffic(rawExchanges(/** @type {NonNullable<typeof mix>} */ (mix)), {
      connections: 100,
      pipelining: 10,
    });
    /** @param {number} count */
    const after = async (count) => {
      await traffic.open(child.port);
      await traffic.verify();
      await traffic.run(count);
      traffic.close();
      await delay(CLOSING);
      return child.memory();
    };
    return perItem(await after(WARM_UP_REQUESTS), await after(requests), 1);
  });

const HTTP = ['node-http', 'fastify', 'express', 'nextpress'];
const TITLES = {
  'node-http': 'node:http',
  fastify: 'Fastify',
  express: 'Express',
  ws: 'ws',
  nextpress: 'Nextpress',
};

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {string} title
 * @property {readonly string[]} servers
 * @property {(server: string) => Promise<Memory>} measure
 * @property {'kB' | 'MB'} [unit] (kB)
 */

/** @type {Row[]} */
const rows = [
  {
    name: 'keep-alive',
    title: 'idle keep-alive connection',
    servers: HTTP,
    measure: ofConnections('http', (file) => ({ file, app: 'hello' })),
  },
  {
    name: 'websocket',
    title: 'idle WebSocket',
    servers: ['ws', 'nextpress'],
    measure: ofConnections('websocket', idle('websocket')),
  },
  {
    name: 'http2',
    title: 'idle HTTP/2 session',
    servers: ['node-http', 'fastify', 'nextpress'],
    measure: ofConnections('http2', idle('http2')),
  },
  {
    name: 'streams',
    title: 'HTTP/2 stream without a window',
    servers: ['node-http', 'fastify', 'nextpress'],
    measure: ofConnections('streams', idle('http2'), STREAMS),
  },
  {
    name: 'events',
    title: 'stream of server-sent events',
    servers: HTTP,
    measure: ofConnections('events', idle('events')),
  },
  ...[1_000, 5_000].flatMap((count) => [
    {
      name: `routes-${count}`,
      title: `route, of ${count.toLocaleString('en')}`,
      servers: ['fastify', 'express', 'nextpress'],
      measure: ofRoutes(count),
    },
    {
      name: `schemas-${count}`,
      title: `route with a response schema, of ${count.toLocaleString('en')}`,
      servers: ['fastify', 'nextpress'],
      measure: ofRoutes(count, 'schema'),
    },
  ]),
  { name: 'start', title: 'process after the first response', servers: HTTP, measure: atStart, unit: 'MB' },
  {
    name: 'growth',
    title: `growth in ${requests.toLocaleString('en')} requests`,
    servers: HTTP,
    measure: growth,
  },
];

const usage = `node benchmarks/memory.mjs [options] [row …]

Measures memory in servers, after a collection: ${rows.map(({ name }) => name).join(', ')} (all).

  --server <name>  node-http, fastify, express, ws or nextpress (all); may be repeated
  --rounds <n>     (3)
  --requests <n>   of the row growth (1000000)
  --write          write the table of the Node that runs this into docs/performance.md
`;

/** @param {Memory | undefined} memory @param {'kB' | 'MB'} [unit] */
function cellOf(memory, unit = 'kB') {
  if (memory === undefined) return '–';
  const { heap, rss } = memory;
  const size = unit === 'kB' ? 1_000 : 1_000_000;
  return `${(heap / size).toFixed(1)} / ${(rss / size).toFixed(1)} ${unit}`;
}

/** @param {string} what @param {readonly string[]} asked @param {readonly string[]} known */
function requireKnown(what, asked, known) {
  const unknown = asked.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`Unknown ${what}: expected ${known.join(', ')}, got ${unknown}`);
}

async function measure() {
  const { server, write } = values;
  requireKnown(
    'row',
    positionals,
    rows.map(({ name }) => name),
  );
  requireKnown('--server', server ?? [], Object.keys(TITLES));
  if (write && (server !== undefined || positionals.length > 0))
    throw new Error('--write writes the whole table: expected no rows and no --server');
  const chosen = rows
    .filter(({ name }) => positionals.length === 0 || positionals.includes(name))
    .map((row) => ({ ...row, servers: row.servers.filter((name) => server?.includes(name) ?? true) }));
  const progress = createProgress(rounds * chosen.reduce((sum, row) => sum + row.servers.length, 0));
  const body = [];
  for (const { name, title, servers, measure, unit } of chosen) {
    /** @type {Map<string, Memory[]>} */
    const results = new Map(servers.map((server) => [server, []]));
    for (let round = 0; round < rounds; round++) {
      for (const [server, list] of results) {
        progress.next(`${name}, ${server}`);
        list.push(await measure(server));
      }
    }
    const cells = Object.keys(TITLES).map((server) => {
      const list = results.get(server);
      if (list === undefined) return cellOf(undefined);
      return cellOf(
        { heap: median(list.map(({ heap }) => heap)), rss: median(list.map(({ rss }) => rss)) },
        unit,
      );
    });
    body.push([title, ...cells]);
  }
  progress.end();
  const { processor, platform } = describeMachine();
  const versions = ['fastify', 'express', 'ws'].map(
    (name) => `${name} ${packageVersion(name, import.meta.dirname)}`,
  );
  return [
    markdownTable(['', ...Object.values(TITLES)], body),
    `Heap and external memory / resident memory, after a collection: ${rounds === 1 ? 'one process each' : `medians of ${rounds} processes`}, with ${connections.toLocaleString('en')} connections. Node ${process.versions.node}, ${versions.join(', ')}, ${processor}, ${platform}, ${new Date().toISOString().slice(0, 10)}, commit ${currentCommit()}: \`node ${['benchmarks/memory.mjs', ...process.argv.slice(2)].join(' ')}\`.`,
  ].join('\n\n');
}

const major = Number.parseInt(process.versions.node, 10);
const page = new URL('../docs/performance.md', import.meta.url);

if (values.help) console.log(usage);
else {
  const table = await measure();
  console.log(table);
  if (values.write) writeFileSync(page, replaceMarked(readFileSync(page, 'utf8'), table, `memory-${major}`));
}
