// Measures applications with many routes, routers, middlewares or scopes: `node benchmarks/many.mjs [rounds [kind]]`. Rows *start*: the CPU
// time from the first registration to the first response beyond that of ten, and its factor for twice as many. Rows *request*: the CPU
// time per request, and its factor compared with ten.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { clientLines, rawRequest } from '@nextpress-internal/bench-kit/heads';
import { markdownTable } from '@nextpress-internal/bench-kit/markdown';
import { createRandom, shuffle } from '@nextpress-internal/bench-kit/statistics';
import { Traffic } from './core/traffic.mjs';

const script = fileURLToPath(new URL('many-server.mjs', import.meta.url));
const rounds = Number(process.argv[2] ?? 5);
const asked = process.argv[3];

const FRAMEWORKS = ['Fastify', 'Express', 'nextpress/express', 'Nextpress'];
const FEW = 10;
/** @type {readonly { kind: string, count: number, without?: readonly string[] }[]} */
const KINDS = [
  { kind: 'routes', count: 5_000 },
  { kind: 'routes on one path', count: 6_000, without: ['Fastify'] },
  { kind: 'routers', count: 500 },
  { kind: 'middlewares', count: 1_000 },
  { kind: 'middlewares with a route each', count: 1_000 },
  { kind: 'scopes', count: 200, without: ['Express', 'nextpress/express'] },
];
const HEADS = 4_096;
/** The load after the first response. */
const LOAD = { connections: 20, pipelining: 1 };
/** In seconds. */
const WARM_UP = 1;
const TURN = 0.5;

/** @param {string} kind @param {number} count @returns {import('./core/traffic.mjs').RawExchange[]} */
function exchangesOf(kind, count) {
  const random = createRandom(3);
  const places = kind.startsWith('routes ') ? 1 : count;
  return clientLines(HEADS).map((lines) => {
    const area = Math.floor(random() * places);
    const id = Math.floor(random() * 1e6);
    return {
      bytes: rawRequest({ method: 'GET', path: `/p${area}/things/${id}` }, lines),
      verify({ status, body }) {
        if (status !== 200 || body !== `{"id":"${id}"}`) throw new Error(`${kind}: got ${status} ${body}`);
      },
    };
  });
}

/**
 * Starts a server and sends its first request; then, for `seconds`, as many as it can take.
 *
 * @param {string} framework
 * @param {string} kind
 * @param {number} count
 * @param {number} [seconds]
 */
async function measure(framework, kind, count, seconds = 0) {
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = fork(script, [framework, kind, String(count)], { env });
  const reply = async () => (await once(child, 'message', { signal: ended.signal }))[0];
  const ended = new AbortController();
  child.once('exit', () => ended.abort());
  const usage = async () => {
    child.send('usage');
    return Number((await reply()).cpu);
  };
  const { port } = await reply();
  const exchanges = exchangesOf(kind, count);
  const first = new Traffic(exchanges.slice(0, 1), { connections: 1, pipelining: 1 });
  await first.open(port);
  await first.verify();
  first.close();
  const start = await usage();
  let perRequest = Number.NaN;
  if (seconds > 0) {
    const traffic = new Traffic(exchanges, LOAD);
    await traffic.open(port);
    await traffic.verify();
    await traffic.runFor(WARM_UP);
    const before = await usage();
    const sent = await traffic.runFor(seconds);
    perRequest = ((await usage()) - before) / sent;
    traffic.close();
  }
  child.kill('SIGKILL');
  return { start, perRequest: 1e3 * perRequest };
}

/** @param {string} kind @param {number} count @param {readonly string[]} frameworks */
async function measureKind(kind, count, frameworks) {
  /** The lowest values, because other programs only add to them. @type {Map<string, { start: number, perRequest: number }>} */
  const lowest = new Map();
  for (let round = 0; round < rounds; round++) {
    for (const framework of shuffle(frameworks)) {
      for (const each of [FEW, count, 2 * count]) {
        const isTwice = each > count;
        const measured = await measure(framework, kind, each, isTwice ? 0 : TURN).catch((error) => {
          // On Node 24, two thousand plugins overflow the stack in Fastify.
          if (isTwice) return undefined;
          throw error;
        });
        if (measured === undefined) continue;
        const { start, perRequest } = measured;
        const key = `${framework} ${each}`;
        const before = lowest.get(key) ?? { start, perRequest };
        lowest.set(key, {
          start: Math.min(before.start, start),
          perRequest: Math.min(before.perRequest, perRequest),
        });
      }
    }
  }
  return FRAMEWORKS.map((framework) => {
    const [few, many, twice] = [FEW, count, 2 * count].map((each) => lowest.get(`${framework} ${each}`));
    if (!few || !many) return ['–', '–'];
    const added = many.start - few.start;
    const growth = twice ? `${((twice.start - few.start) / added).toFixed(1)}×` : 'twice as many fail';
    return [
      `${added.toFixed(0)} ms, ${growth}`,
      `${many.perRequest.toFixed(0)} µs, ${(many.perRequest / few.perRequest).toFixed(1)}×`,
    ];
  });
}

const rows = [];
for (const { kind, count, without = [] } of KINDS) {
  if (asked !== undefined && asked !== kind) continue;
  const frameworks = FRAMEWORKS.filter((framework) => !without.includes(framework));
  const cells = await measureKind(kind, count, frameworks);
  const name = `${count.toLocaleString('en')} ${kind}`;
  rows.push([`${name}: start`, ...cells.map(([start = '']) => start)]);
  rows.push(['request', ...cells.map(([, request = '']) => request)]);
}
console.log(`Node ${process.versions.node}, lowest of ${rounds} rounds\n`);
console.log(markdownTable(['', ...FRAMEWORKS], rows));
process.exit();
