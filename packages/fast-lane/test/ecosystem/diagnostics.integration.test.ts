import { execFile } from 'node:child_process';
import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { until } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { request, sameOnEveryLane, talkTo } from './lanes.ts';

const channels = ['http.server.request.start', 'http.server.response.created', 'http.server.response.finish'];

const listener: RequestListener = (req, res) => {
  res.setHeader('X-Path', req.url ?? '');
  res.statusCode = 203;
  if (req.url?.endsWith('/late')) setTimeout(() => res.end('late'), 5);
  else if (req.method === 'POST') req.on('end', () => res.end('read')).resume();
  else res.end('now');
};

interface Message {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket?: Socket;
  readonly server?: Server;
}

/** Records each message on the channels, with its properties. */
function collect(server: Server, notes: string[]): () => void {
  const subscribers = channels.map((name) => {
    const onMessage = (message: unknown): void => {
      const { request, response, socket, server: sender } = message as Message;
      const facts = {
        genuine: request instanceof IncomingMessage && response instanceof ServerResponse,
        belongs: response.req === request,
        server: sender === undefined ? undefined : sender === server,
        socket: socket === undefined ? undefined : socket instanceof Socket && request.socket === socket,
        headersSent: response.headersSent,
        status: response.statusCode,
        path: response.getHeader('X-Path'),
        host: request.headers.host,
      };
      notes.push(
        `${name.replace('http.server.', '')} ${request.method} ${request.url} ${JSON.stringify(facts)}`,
      );
    };
    subscribe(name, onMessage);
    return { name, onMessage };
  });
  return () => {
    for (const { name, onMessage } of subscribers) unsubscribe(name, onMessage);
  };
}

/** Method and target in a note. */
const urlOf = (note: string): string => note.split(' ').slice(1, 3).join(' ');

const batch = (name: string): string =>
  request(`GET /${name}`) +
  request(`POST /${name}/body`, [], 'body') +
  request(`GET /${name}/late`) +
  request(`HEAD /${name}`);
const methods = ['GET', 'POST', 'GET', 'HEAD'];

test.each(['before the server', 'before the connection', 'between two batches'])(
  'diagnostics channel subscribers added %s get Node’s messages',
  async (when) => {
    const notes = await sameOnEveryLane(async (lane) => {
      const notes: string[] = [];
      const server = createServer((req, res) => {
        notes.push(`listener ${req.method} ${req.url}`);
        listener(req, res);
      });
      let stop = when === 'before the server' ? collect(server, notes) : (): void => {};
      lane.over(server);
      await talkTo(server, async ({ connect }) => {
        if (when === 'before the connection') stop = collect(server, notes);
        const client = await connect();
        await client.exchange(batch('one'), methods);
        if (when === 'between two batches') stop = collect(server, notes);
        await client.exchange(batch('two'), methods);
        // A message may come after the last byte of its response.
        const isLast = (note: string): boolean =>
          note.startsWith('response.finish') && note.includes(' /two');
        await until(() => notes.filter(isLast).length === methods.length);
        stop();
        await client.exchange(batch('three'), methods);
      });
      expect(channels.some((name) => channel(name).hasSubscribers)).toBe(false);
      // Only messages about the same request have an order.
      return notes.sort((a, b) => (urlOf(a) < urlOf(b) ? -1 : urlOf(a) > urlOf(b) ? 1 : 0));
    });
    const seen = (start: string): number => notes.filter((note) => note.startsWith(start)).length;
    const batches = when === 'between two batches' ? 1 : 2;
    expect(seen('listener')).toBe(12);
    expect(seen('request.start')).toBe(4 * batches);
    expect(seen('response.finish')).toBe(4 * batches);
    expect(notes.find((note) => note.startsWith('response.finish GET /two/late'))).toContain(
      '"belongs":true,"server":true,"socket":true,"headersSent":true,"status":203,"path":"/two/late"',
    );
  },
);

interface HttpEntry {
  readonly name: string;
  readonly entryType: string;
  readonly duration: number;
  readonly detail: object;
}

test.each(['before the server', 'between two batches'])(
  "an 'http' performance observer added %s gets Node’s entries",
  async (when) => {
    const expected = when === 'before the server' ? 8 : 4;
    const entries = await sameOnEveryLane(async (lane) => {
      const entries: unknown[] = [];
      const take = (list: readonly unknown[]): void => {
        for (const entry of list) {
          const { name, entryType, duration, detail } = entry as HttpEntry;
          expect(duration).toBeGreaterThanOrEqual(0);
          entries.push({ name, entryType, detail: { ...detail } });
        }
      };
      const observer = new PerformanceObserver((list) => take(list.getEntries()));
      if (when === 'before the server') observer.observe({ type: 'http' });
      await talkTo(lane.over(createServer(listener)), async ({ connect }) => {
        const client = await connect();
        await client.exchange(batch('one'), methods);
        if (when === 'between two batches') {
          observer.observe({ type: 'http' });
          // The lane may not notice it until the next sweep, a second later.
          await sleep(1_500);
        }
        await client.exchange(batch('two'), methods);
        await until(() => {
          take(observer.takeRecords());
          return entries.length === expected;
        });
      });
      observer.disconnect();
      return entries;
    });
    expect(entries.at(-2)).toEqual({
      name: 'HttpRequest',
      entryType: 'http',
      detail: {
        req: { method: 'GET', url: '/two/late', headers: { host: 'localhost' } },
        res: {
          statusCode: 203,
          statusMessage: 'Non-Authoritative Information',
          headers: { 'x-path': '/two/late' },
        },
      },
    });
  },
);

/** The trace events of a process that serves in a lane, without timestamps and identifiers. */
async function traceEventsOf(lane: string): Promise<unknown[]> {
  const folder = mkdtempSync(join(tmpdir(), 'trace-events-'));
  const file = join(folder, 'events.json');
  const flags = ['--trace-event-categories', 'node.http', '--trace-event-file-pattern', file];
  const script = fileURLToPath(new URL('trace-events-child.mjs', import.meta.url));
  try {
    await promisify(execFile)(process.execPath, [...flags, script, lane]);
    const { traceEvents } = JSON.parse(readFileSync(file, 'utf8'));
    return traceEvents
      .filter(({ name }: { name: string }) => name === 'http.server.request')
      .map(({ name, ph, args }: Record<string, unknown>) => ({ name, ph, args }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('trace events of requests match Node’s', async () => {
  const plain = await traceEventsOf('node');
  const ended = ['/one', '/late', '/two', '/body'].map((url) => ({
    name: 'http.server.request',
    ph: 'e',
    args: { data: { url, statusCode: 203 } },
  }));
  expect(plain.filter((event) => (event as { ph: string }).ph === 'e')).toEqual(ended);
  for (const lane of ['fast', 'lazy']) {
    const events = await traceEventsOf(lane);
    const byPhase = (all: unknown[], phase: string): unknown[] =>
      all.filter((event) => (event as { ph: string }).ph === phase);
    expect(byPhase(events, 'b')).toEqual(byPhase(plain, 'b'));
    expect(byPhase(events, 'e')).toEqual(byPhase(plain, 'e'));
  }
});
