import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { clientSecret, serverSecret, settle } from '@nextpress-internal/test-kit';
import { useFakeClock, useRealClock } from '@nextpress-internal/test-kit/fake-clock';
import { describe, expect, onTestFinished, type TestContext, test, vi } from 'vitest';
import { createServer, type ServerOptions } from '../../src/index.ts';
import { open, read } from './http2-client.ts';
import {
  CONTINUATION,
  DATA,
  END_HEADERS,
  END_STREAM,
  frame,
  framesOf,
  GET,
  GOAWAY,
  HEADERS,
  head,
  PING,
  PREFACE,
  PRIORITY,
  RST_STREAM,
  SETTINGS,
  WINDOW_UPDATE,
} from './http2-frames.ts';

/** What makes a window nearly as large as it can be. */
const LARGEST_INCREMENT = Buffer.from([0x3f, 0xff, 0xff, 0xff]);

/** How many bytes a client allows at first (RFC 9113 §6.9.2). */
const WINDOW = 65_535;

interface Client {
  readonly server: Server;
  readonly socket: Socket;
  /** Settles when the server has closed its side of the connection. */
  readonly closed: Promise<unknown>;
  readonly received: () => Buffer;
}

const dialInCleartext = (port: number): Socket => connect({ port, host: '127.0.0.1', allowHalfOpen: true });

const carriers: Readonly<Record<string, [ServerOptions, (port: number) => Socket]>> = {
  'in cleartext': [{}, dialInCleartext],
  'over TLS': [
    { tls: serverSecret },
    (port) =>
      connectSecurely({
        ...clientSecret,
        port,
        host: '127.0.0.1',
        ALPNProtocols: ['h2'],
        allowHalfOpen: true,
      } as object),
  ],
};

/** A client that never ends its side, and acknowledges nothing. */
async function join(
  { onTestFinished }: TestContext,
  options: ServerOptions,
  dial: (port: number) => Socket,
): Promise<Client> {
  const app = createServer({ logError: () => {}, http2: true, ...options });
  app.get('/pending', () => {});
  app.get('/large', (_req, res) => res.send(Buffer.alloc(20_000_000)));
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void app.close({ grace: 0 }));
  await once(server, 'listening');
  const accepted = once(server, options.tls ? 'secureConnection' : 'connection');
  const socket = dial((server.address() as AddressInfo).port);
  onTestFinished(() => void socket.destroy());
  const chunks: Buffer[] = [];
  socket.on('error', () => {}).on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(PREFACE);
  socket.write(frame(SETTINGS, 0, 0));
  const [serverSocket] = (await accepted) as [Socket];
  const closed = new Promise((resolve) => serverSocket.once('close', resolve));
  return { server, socket, closed, received: () => Buffer.concat(chunks) };
}

const headOfGet = frame(HEADERS, END_STREAM | END_HEADERS, 1, GET);
const pendingRequest = head(1, END_STREAM, { ':path': '/pending' });

const unfinished: Readonly<Record<string, Buffer>> = {
  'half a HEADERS frame': headOfGet.subarray(0, 11),
  'HEADERS without the end of the head': frame(HEADERS, END_STREAM, 1, GET),
  'half a HEADERS frame while a request is pending': Buffer.concat([
    pendingRequest,
    frame(HEADERS, END_STREAM, 3, GET),
  ]),
};

const errors: Readonly<Record<string, Buffer>> = {
  'a PRIORITY frame of 29 bytes': frame(PRIORITY, 0, 1, Buffer.alloc(29)),
  'DATA on stream 0': frame(DATA, 0, 0, Buffer.from('a')),
  'a lone CONTINUATION frame': frame(CONTINUATION, END_HEADERS, 3, GET),
};

describe.each(Object.entries(carriers))('a connection %s', (_carrier, [options, dial]) => {
  test.concurrent.for(Object.entries(unfinished))(
    'is cut after `headersTimeout` when the client has sent %s',
    async ([, bytes], context) => {
      const { socket, closed } = await join(
        context,
        { ...options, headersTimeout: 100, http2: { idleTimeout: 0 } },
        dial,
      );
      socket.write(bytes);
      await closed;
    },
  );

  test.concurrent.for(Object.entries(errors))(
    'with a pending request is cut when the client has sent %s and does not leave',
    async ([, bytes], context) => {
      const { socket, closed } = await join(context, { ...options, headersTimeout: 100 }, dial);
      socket.write(pendingRequest);
      socket.write(bytes);
      await closed;
    },
  );

  test.concurrent('is cut when the client ignores its end after `idleTimeout`', async (context) => {
    const { closed } = await join(context, { ...options, http2: { idleTimeout: 50 } }, dial);
    await closed;
  });

  test.concurrent.for(Object.entries({ nothing: Buffer.alloc(0), ...unfinished }))(
    'does not keep `server.close()` from calling back when the client has sent %s',
    async ([, bytes], context) => {
      const { server, socket } = await join(context, { ...options, headersTimeout: 1_000 }, dial);
      socket.write(bytes);
      await once(socket, 'data');
      await new Promise((resolve) => server.close(resolve));
    },
  );

  test.concurrent('is cut when the client sends GOAWAY and does not leave', async (context) => {
    const { socket, closed } = await join(context, options, dial);
    socket.write(frame(GOAWAY, 0, 0, Buffer.alloc(8)));
    await closed;
  });

  test.concurrent('is cut when the client reads nothing from it', async (context) => {
    const { socket, closed } = await join(context, { ...options, sendTimeout: 200 }, dial);
    socket.pause();
    socket.write(frame(WINDOW_UPDATE, 0, 0, LARGEST_INCREMENT));
    socket.write(head(1, END_STREAM, { ':path': '/large' }));
    socket.write(frame(WINDOW_UPDATE, 0, 1, LARGEST_INCREMENT));
    await closed;
  });

  test('keeps a stream whose client opens its windows again each time that it has used them up', async (context) => {
    const sendTimeout = 200;
    useFakeClock({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(useRealClock);
    const { socket, received } = await join(context, { ...options, sendTimeout }, dial);
    socket.write(head(1, END_STREAM, { ':path': '/large' }));
    const isReset = (): boolean => framesOf(received()).some(({ type }) => type === RST_STREAM);
    for (let used = WINDOW; used < 10 * WINDOW && !isReset(); used += WINDOW) {
      while (received().length < used && !isReset()) await once(socket, 'data');
      vi.advanceTimersByTime(0.75 * sendTimeout);
      const increment = Buffer.from([0, 0, WINDOW >> 8, WINDOW & 0xff]);
      for (const stream of [0, 1]) socket.write(frame(WINDOW_UPDATE, 0, stream, increment));
    }
    expect(isReset()).toBe(false);
  });

  test.concurrent('has a stream reset when the client does not open its window', async (context) => {
    const { socket, received } = await join(context, { ...options, sendTimeout: 200 }, dial);
    const isReset = new Promise<void>((resolve) => {
      socket.on('data', () => framesOf(received()).some(({ type }) => type === RST_STREAM) && resolve());
    });
    socket.write(head(1, END_STREAM, { ':path': '/large' }));
    await isReset;
  });
});

test.each([
  ['quiet', (server: Server) => void server],
  ['closing', (server: Server) => void server.close()],
])('a %s connection stays open when its client acknowledges all SETTINGS', async (_name, prepare) => {
  const app = createServer({ http2: true, headersTimeout: 500 });
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void app.close({ grace: 0 }));
  await once(server, 'listening');
  useFakeClock({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(useRealClock);
  const session = open((server.address() as AddressInfo).port);
  await once(session, 'remoteSettings');
  app.get('/', async (_req, res) => {
    prepare(server);
    for (let asked = 0; asked < 3; asked++) {
      // Lets the acknowledgment arrive.
      await settle();
      const settings = once(session, 'remoteSettings');
      vi.advanceTimersByTime(250);
      await settings;
    }
    res.send('a');
  });
  expect((await read(session.request({ ':path': '/' }))).body).toBe('a');
});

describe('a client that reads nothing', () => {
  const opened = 100;
  const heads = (from: number, count: number): Buffer =>
    Buffer.concat(
      Array.from({ length: count }, (_, index) => head(from + 2 * index, END_STREAM, { ':path': '/' })),
    );

  test('gets few of its requests dispatched, and the rest when it reads', async () => {
    const app = createServer({ http2: true });
    let dispatched = 0;
    let started = 0;
    const onStart = (): void => void started++;
    subscribe('http.server.request.start', onStart);
    onTestFinished(() => void unsubscribe('http.server.request.start', onStart));
    app.get('/', (_req, res) => {
      dispatched++;
      res.send(Buffer.alloc(1_000_000));
    });
    const server = app.listen(0, '127.0.0.1');
    onTestFinished(() => void app.close({ grace: 0 }));
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    socket.write(PREFACE);
    socket.write(frame(SETTINGS, 0, 0));
    socket.write(heads(1, opened));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // The acknowledgment is sent after the heads have been read.
    socket.write(frame(PING, 0, 0, Buffer.alloc(8)));
    const isAcknowledged = (): boolean => framesOf(Buffer.concat(chunks)).some(({ type }) => type === PING);
    await expect.poll(isAcknowledged).toBe(true);
    expect(dispatched).toBeLessThan(10);
    // The others wait as streams, without a request and a response.
    expect(started).toBe(dispatched);
    const streams = Array.from({ length: opened }, (_, index) => 1 + 2 * index);
    socket.write(
      Buffer.concat([0, ...streams].map((stream) => frame(WINDOW_UPDATE, 0, stream, LARGEST_INCREMENT))),
    );
    await expect.poll(() => dispatched).toBe(opened);
  });
});
