import { once } from 'node:events';
import { holdTimeouts } from '@nextpress-internal/test-kit/fake-clock';
import { describe, expect, test, vi } from 'vitest';
import { createServer, type Response } from '../../src/index.ts';
import { open, read, request, start } from './http2-client.ts';

const options = { logError: () => {}, http2: true };

describe('closing', () => {
  test('sends GOAWAY, and finishes the requests in flight', async () => {
    const app = createServer(options);
    const pending = new Promise<Response>((resolve) => app.get('/', (_req, res) => resolve(res)));
    const session = open(await start(app));
    const response = request(session, { ':path': '/' });
    const res = await pending;
    const goaway = once(session, 'goaway');
    const closed = app.close({ grace: 5_000 });
    expect((await goaway)[0]).toBe(0);
    res.send('finished');
    expect((await response).body).toBe('finished');
    expect(await closed).toEqual({ cut: [] });
  });

  test('ends idle connections at once', async () => {
    const app = createServer({ ...options, http2: { idleTimeout: 0 } }).get('/', (_req, res) =>
      res.send('a'),
    );
    const session = open(await start(app));
    await request(session, { ':path': '/' });
    expect(await app.close({ grace: Number.POSITIVE_INFINITY })).toEqual({ cut: [] });
    await expect.poll(() => session.destroyed).toBe(true);
  });

  test('reports each aborted request', async () => {
    const app = createServer(options).get('/:name', (_req, res) => void res.write('begun'));
    const session = open(await start(app));
    const streams = ['/a', '/b'].map((path) => session.request({ ':path': path }));
    const ends = streams.map(read);
    await Promise.all(streams.map((stream) => once(stream, 'data')));
    const { cut } = await app.close({ grace: 50 });
    const of = (url: string) => ({ method: 'GET', url, headersSent: true, remoteAddress: '127.0.0.1' });
    expect(cut).toEqual([of('/a'), of('/b')]);
    await Promise.all(ends);
  });

  test('ends an event stream that was begun with writeHead', async () => {
    const app = createServer(options).get('/', (_req, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    });
    const stream = open(await start(app)).request({ ':path': '/' });
    const response = read(stream);
    await once(stream, 'data');
    expect(await app.close({ grace: Number.POSITIVE_INFINITY })).toEqual({ cut: [] });
    expect((await response).body).toBe('data: 1\n\n');
  });

  test('is complete when the client is done, and the server can listen again', async () => {
    const app = createServer(options).get('/', (_req, res) => res.send('a'));
    await request(open(await start(app)), { ':path': '/' });
    await app.close();
    const session = open(await start(app));
    expect((await request(session, { ':path': '/' })).body).toBe('a');
    expect((await request(session, { ':path': '/' })).body).toBe('a');
  });
});

describe('an idle connection', () => {
  test('that opens during the delay of close() closes soon', async () => {
    const app = createServer({ ...options, http2: { idleTimeout: 0 } });
    const port = await start(app);
    const letPass = holdTimeouts();
    const closing = app.close({ delay: 4_000 });
    const session = open(port);
    await once(session, 'remoteSettings');
    vi.advanceTimersByTime(3_000);
    await once(session, 'close');
    letPass(1_000);
    await closing;
  });

  test('is closed after `idleTimeout`, which a request extends', async () => {
    const app = createServer({ ...options, http2: { idleTimeout: 300 } });
    const pending = new Promise<Response>((resolve) => app.get('/', (_req, res) => resolve(res)));
    const port = await start(app);
    holdTimeouts();
    const session = open(port);
    const response = request(session, { ':path': '/' });
    const res = await pending;
    vi.advanceTimersByTime(500);
    res.send('a');
    expect((await response).body).toBe('a');
    vi.advanceTimersByTime(299);
    expect((await request(session, { ':path': '/none' })).status).toBe(404);
    const goaway = once(session, 'goaway');
    vi.advanceTimersByTime(300);
    await goaway;
  });
});
