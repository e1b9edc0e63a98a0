// One instance of a service, in a process of its own: the faults are injected into it.
import { createHash } from 'node:crypto';
import { createWriteStream, readdirSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer, jsonBody, serveStatic } from 'nextpress';
import { contentBetween } from './content.mjs';
import { openJournal } from './journal.mjs';

/** Milliseconds for a response of the upstream server: enough for the first `fetch` of a process on a busy machine. */
const UPSTREAM_TIMEOUT = 1500;
/** Milliseconds between the two parts of a response. */
const SLOW = 200;
const CHUNK = 16_384;

const { PORT = '0', DATA = '.', PUBLIC = '.', INSTANCE = '0', UPSTREAM = '', FAST_LANE } = process.env;
const journal = openJournal(`${DATA}/${INSTANCE}.journal`);

const app = createServer({
  health: { checks: { disk: () => journal.append({ probe: true }) } },
  fastLane: FAST_LANE !== 'off',
  logError: () => {},
  headersTimeout: 1000,
  requestTimeout: 2000,
  connectionsCheckingInterval: 200,
});

app.use((req, res, next) => {
  const id = req.get('x-id');
  if (id !== undefined) res.set('X-Id', id);
  next();
});

app.get('/items/:id', (req, res) => res.json({ id: req.params.id, size: Number(req.query.size) }));

app.post('/orders', jsonBody({ limit: '1mb' }), (req, res) => {
  const { id, text } = req.body;
  journal.append({ id });
  res.status(201).json({ id, size: text.length });
});

app.put('/uploads/:id', async (req, res) => {
  const { id } = req.params;
  const path = `${DATA}/${INSTANCE}-${id}.upload`;
  const hash = createHash('sha256');
  req.on('data', (chunk) => hash.update(chunk));
  try {
    await pipeline(req, createWriteStream(path));
    journal.append({ id });
  } finally {
    await unlink(path).catch(() => {});
  }
  res.status(201).json({ id, hash: hash.digest('hex') });
});

app.use('/files', serveStatic(PUBLIC));

app.get('/streams/:id', async (req, res) => {
  const size = Number(req.query.size);
  function* chunks() {
    for (let at = 0; at < size; at += CHUNK) {
      yield contentBetween(req.params.id, at, Math.min(at + CHUNK, size));
    }
  }
  await pipeline(Readable.from(chunks()), res);
});

app.get('/slow/:id', async (req, res) => {
  res.write(`${req.params.id}: `);
  await wait(SLOW);
  res.end('done');
});

app.get('/events/:id', async (req, res) => {
  const stream = res.sse();
  for (let number = 0; number < Number(req.query.count); number++) {
    await stream.send({ id: String(number), data: req.params.id });
  }
  stream.close();
});

app.get('/upstream/:id', async (req, res) => {
  const response = await fetch(`${UPSTREAM}/${req.params.id}`, {
    signal: AbortSignal.timeout(UPSTREAM_TIMEOUT),
  });
  res.json({ id: req.params.id, upstream: await response.text() });
});

app.use(
  /** @type {import('nextpress').ErrorRequestHandler} */
  (error, _req, res, next) => {
    if (res.headersSent) return next(error);
    res.status(statusOf(error)).json({ error: error.code ?? error.name });
  },
);

/** @param {any} error */
function statusOf(error) {
  const code = error.cause?.code ?? error.code;
  if (code === 'ENOSPC') return 507;
  if (code === 'EMFILE') return 503;
  if (error.name === 'TimeoutError') return 504;
  if (error instanceof TypeError && error.message === 'fetch failed') return 502;
  return error.status ?? 500;
}

const server = app.listen({ port: Number(PORT), host: '127.0.0.1', signals: { grace: 3000 } }, (error) => {
  if (error) throw error;
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});

process.on('message', async () => {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  server.getConnections((_error, connections) => {
    const { heapUsed, external } = process.memoryUsage();
    process.send?.({ memory: heapUsed + external, connections, descriptors: countDescriptors() });
  });
});
// The run has ended, in whatever way.
process.on('disconnect', () => process.exit());

function countDescriptors() {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return 0;
  }
}
