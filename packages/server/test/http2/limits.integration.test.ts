import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { constants } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createServer, type ServerOptions } from '../../src/index.ts';
import { open, request, start } from './http2-client.ts';
import {
  CONTINUATION,
  DATA,
  END_HEADERS,
  END_STREAM,
  type Frame,
  frame,
  framesOf,
  GET,
  GOAWAY,
  HEADERS,
  PING,
  PREFACE,
  RST_STREAM,
  reset,
  SETTINGS,
} from './http2-frames.ts';

/** A connection that sends frames as a client, and collects what the server sends. */
async function attack(options: ServerOptions = {}): Promise<Attack> {
  const counts = { handled: 0 };
  const app = createServer({ logError: () => {}, http2: true, ...options });
  app.get('/', (_req, res) => {
    counts.handled++;
    res.send('a');
  });
  app.post('/', () => {});
  const port = await start(app);
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.write(PREFACE);
  socket.write(frame(SETTINGS, 0, 0));
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const isServing = async (): Promise<boolean> =>
    (await request(open(port), { ':path': '/' })).status === 200;
  return { counts, socket, closed, isServing, frames: () => framesOf(Buffer.concat(received)) };
}

interface Attack {
  readonly counts: { readonly handled: number };
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  /** Whether another client still gets a response. */
  isServing(): Promise<boolean>;
  frames(): Frame[];
}

function goawayCode(frames: readonly Frame[]): number | undefined {
  return frames.find(({ type }) => type === GOAWAY)?.payload.readUInt32BE(4);
}

describe('a connection ends, and others are served', () => {
  test('after a rapid reset (CVE-2023-44487)', async () => {
    // A session that has been terminated is idle.
    const { counts, socket, closed, frames, isServing } = await attack({ http2: { idleTimeout: 1_000 } });
    // More than the burst of 1,000 that is allowed.
    for (let stream = 1; stream < 6_000; stream += 2) {
      socket.write(Buffer.concat([frame(HEADERS, END_STREAM | END_HEADERS, stream, GET), reset(stream)]));
    }
    await closed;
    expect(goawayCode(frames())).toBe(constants.NGHTTP2_INTERNAL_ERROR);
    expect(counts.handled).toBeLessThan(3_000);
    expect(await isServing()).toBe(true);
  });

  test('without a message for a request that is reset in the same packet', async () => {
    const { counts, socket, frames } = await attack();
    let started = 0;
    const onStart = (): void => void started++;
    subscribe('http.server.request.start', onStart);
    onTestFinished(() => void unsubscribe('http.server.request.start', onStart));
    const packet = Array.from({ length: 100 }, (_, index) => [
      frame(HEADERS, END_HEADERS | END_STREAM, 1 + 2 * index, GET),
      reset(1 + 2 * index),
    ]);
    socket.write(Buffer.concat(packet.flat()));
    socket.write(frame(HEADERS, END_HEADERS | END_STREAM, 201, GET));
    await expect.poll(() => frames().some(({ type, stream }) => type === DATA && stream === 201)).toBe(true);
    expect([started, counts.handled]).toEqual([1, 1]);
  });

  test('after a flood of CONTINUATION frames (CVE-2024-27983)', async () => {
    const { counts, socket, closed, isServing } = await attack();
    socket.write(frame(HEADERS, END_STREAM, 1, GET));
    // A field that is not indexed: x: y.
    const field = Buffer.from([0x00, 0x01, 0x78, 0x01, 0x79]);
    for (let sent = 0; sent < 5_000 && !socket.destroyed; sent++)
      socket.write(frame(CONTINUATION, 0, 1, field));
    await closed;
    expect(counts.handled).toBe(0);
    expect(await isServing()).toBe(true);
  });

  test.each([
    ['PING', frame(PING, 0, 0, Buffer.alloc(8))],
    ['SETTINGS', frame(SETTINGS, 0, 0)],
  ])('after a flood of %s whose acknowledgments are not read', async (_name, flood) => {
    const { socket, closed, isServing } = await attack();
    socket.pause();
    const many = Buffer.concat(Array.from({ length: 1_000 }, () => flood));
    const write = (): void => {
      while (!socket.destroyed && socket.write(many));
    };
    socket.on('drain', write);
    write();
    await closed;
    expect(await isServing()).toBe(true);
  });

  test('after a frame that is invalid', async () => {
    const { socket, closed, frames, isServing } = await attack();
    socket.write(frame(HEADERS, END_STREAM | END_HEADERS, 2, GET));
    await closed;
    expect(goawayCode(frames())).toBeGreaterThan(constants.NGHTTP2_NO_ERROR);
    expect(await isServing()).toBe(true);
  });

  test('when it is lost in the middle of a frame', async () => {
    const { socket, isServing } = await attack();
    socket.write(frame(HEADERS, END_STREAM | END_HEADERS, 1, GET).subarray(0, 11));
    socket.resetAndDestroy();
    expect(await isServing()).toBe(true);
  });
});

describe('a connection goes on', () => {
  test('when a client opens more streams than allowed', async () => {
    const app = createServer({ logError: () => {}, http2: { maxConcurrentStreams: 2 } });
    let pending = 0;
    let most = 0;
    app.get('/', (_req, res) => {
      most = Math.max(most, ++pending);
      setTimeout(() => {
        pending--;
        res.send('a');
      }, 20);
    });
    const session = open(await start(app));
    await once(session, 'remoteSettings');
    const responses = await Promise.all(Array.from({ length: 10 }, () => request(session, { ':path': '/' })));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(most).toBe(2);
    expect(session.remoteSettings.maxConcurrentStreams).toBe(2);
  });

  test('when a head is longer than `maxHeaderSize`', async () => {
    const app = createServer({ logError: () => {}, http2: true, maxHeaderSize: 4_000 });
    app.get('/', (_req, res) => res.send('a'));
    const session = open(await start(app));
    expect((await request(session, { ':path': '/', 'x-long': 'x'.repeat(3_000) })).status).toBe(200);
    const { code } = await request(session, { ':path': '/', 'x-long': 'x'.repeat(5_000) });
    expect(code).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    expect((await request(session, { ':path': '/' })).status).toBe(200);
  });
});

describe('a client that does not acknowledge `maxHeaderSize`', () => {
  /** A field that is not indexed, with the name `x`. */
  const literal = (length: number): Buffer => {
    const size = [0x7f, ((length - 127) & 0x7f) | 0x80, (length - 127) >> 7];
    return Buffer.concat([Buffer.from([0x00, 0x01, 0x78, ...size]), Buffer.alloc(length, 'y')]);
  };
  /** A field of 4,000 bytes in the dynamic table, and references to it. */
  const references = (count: number): Buffer =>
    Buffer.concat([Buffer.from([0x40]), literal(3_967).subarray(1), Buffer.alloc(count, 0xbe)]);
  const bodyOf = (frames: readonly Frame[]): string =>
    frames.map(({ type, payload }) => (type === DATA ? payload.toString() : '')).join('');

  test.each([
    ['16 KB in two frames', [literal(12_000), literal(4_300)]],
    ['420 KB of a table of 4 KB', [references(105)]],
  ])('gets 431 for a head of %s, and is served again afterwards', async (_name, fields) => {
    const { counts, socket, frames } = await attack();
    const [first = Buffer.alloc(0), ...others] = fields;
    socket.write(
      frame(HEADERS, END_STREAM | (others.length ? 0 : END_HEADERS), 1, Buffer.concat([GET, first])),
    );
    for (const rest of others) socket.write(frame(CONTINUATION, END_HEADERS, 1, rest));
    await expect.poll(() => bodyOf(frames())).toContain('"status":431');
    expect(counts.handled).toBe(0);
    socket.write(frame(HEADERS, END_STREAM | END_HEADERS, 3, Buffer.concat([GET, literal(12_000)])));
    await expect.poll(() => bodyOf(frames())).toMatch(/}a$/);
    expect(counts.handled).toBe(1);
  });

  test('gets its stream reset when its trailers are longer', async () => {
    const { socket, frames } = await attack();
    socket.write(frame(HEADERS, END_HEADERS, 1, Buffer.concat([Buffer.from([0x83]), GET.subarray(1)])));
    socket.write(frame(DATA, 0, 1, Buffer.from('a')));
    socket.write(frame(HEADERS, END_STREAM | END_HEADERS, 1, references(100)));
    const code = (): number | undefined =>
      frames()
        .find(({ type, stream }) => type === RST_STREAM && stream === 1)
        ?.payload.readUInt32BE(0);
    await expect.poll(code).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM);
  });
});
