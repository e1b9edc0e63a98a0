import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { fastLane } from '../../../src/index.ts';
import { detach, eraseReadBuffer, lastRead } from '../../../src/internal/request/read-buffer.ts';
import { request, sameOnEveryLane, type Target, talkTo } from '../../ecosystem/lanes.ts';

const TAKE_BODY: unique symbol = Symbol.for('nextpress.takeBody') as never;

interface Offering extends IncomingMessage {
  [TAKE_BODY]?(isLent?: boolean): Uint8Array | undefined;
}

/** Overwrites the buffer through another connection. */
async function overwrite({ connect }: Target): Promise<void> {
  const other = await connect();
  const [response] = await other.exchange(request('POST /other', [], 'z'.repeat(60_000)), ['POST']);
  expect(response?.status).toBe(200);
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the first part of a head is intact when the rest arrives, regardless of what other clients sent', async () => {
  const listener: RequestListener = (req, res) =>
    void req.resume().on('end', () => res.end(`${req.url} ${req.headers['x-long']}`));
  const head = request('GET /slow', [`X-Long: ${'a'.repeat(500)}`]);
  const body = await sameOnEveryLane((lane) =>
    talkTo(lane.over(createServer(listener)), async (target) => {
      const client = await target.connect();
      for (const part of [head.slice(0, 7), head.slice(7, 200)]) {
        await client.send(part);
        await nextTurn();
        await overwrite(target);
      }
      const [response] = await client.exchange(head.slice(200));
      return response?.body;
    }),
  );
  expect(body).toBe(`/slow ${'a'.repeat(500)}`);
});

test('pieces of a body stay unchanged', async () => {
  const pieces = await sameOnEveryLane((lane) => {
    const kept: Buffer[] = [];
    const listener: RequestListener = (req, res) => {
      if (req.url === '/kept') req.on('data', (piece: Buffer) => kept.push(piece));
      req.resume().on('end', () => res.end('ok'));
    };
    return talkTo(lane.over(createServer(listener)), async (target) => {
      const client = await target.connect();
      const all = request('POST /kept', [], 'abc'.repeat(4_000));
      for (const part of [all.slice(0, -8_000), all.slice(-8_000, -10)]) {
        await client.send(part);
        await nextTurn();
        await overwrite(target);
      }
      await client.exchange(all.slice(-10), ['POST']);
      await overwrite(target);
      return text(Buffer.concat(kept));
    });
  });
  expect(pieces).toBe('abc'.repeat(4_000));
});

test('a taken body keeps its bytes', async () => {
  const kept: (Uint8Array | undefined)[] = [];
  const server = fastLane(
    createServer((req, res) => {
      if (req.url === '/kept') kept.push((req as Offering)[TAKE_BODY]?.());
      res.end('ok');
    }),
  );
  await talkTo(server, async (target) => {
    const client = await target.connect();
    await client.exchange(request('POST /kept', [], 'first') + request('POST /kept', [], 'second'), [
      'POST',
      'POST',
    ]);
    await overwrite(target);
  });
  expect(kept.map((bytes) => bytes && text(bytes))).toEqual(['first', 'second']);
});

test('a lent body is not a copy, and is valid until the handler continues to read', async () => {
  const seen: string[] = [];
  const lent: (Uint8Array | undefined)[] = [];
  const server = fastLane(
    createServer((req, res) => {
      const bytes = (req as Offering)[TAKE_BODY]?.(true);
      if (bytes !== undefined) seen.push(text(bytes));
      lent.push(bytes);
      res.end('ok');
    }),
  );
  await talkTo(server, async (target) => {
    const client = await target.connect();
    await client.exchange(request('POST /', [], 'first'), ['POST']);
    await overwrite(target);
  });
  expect(seen).toEqual(['first', 'z'.repeat(60_000)]);
  expect(lent[0]?.buffer).toBe(lent[1]?.buffer);
});

test('a body can’t be taken after its handler threw', async () => {
  const offers: Offering[] = [];
  const server = fastLane(
    createServer((req, res) => {
      if (req.url === '/thrown') offers.push(req);
      else req.resume().on('end', () => res.end('ok'));
    }),
  );
  server.on('request', (req: Offering) => {
    if (req.url === '/thrown') throw new Error('thrown');
  });
  const listeners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  const thrown = new Promise((resolve) => process.once('uncaughtException', resolve));
  try {
    await talkTo(server, async (target) => {
      const client = await target.connect();
      await client.send(request('POST /thrown', [], 'first'));
      expect(await thrown).toMatchObject({ message: 'thrown' });
      await overwrite(target);
      expect(offers[0]?.[TAKE_BODY]?.()).toBeUndefined();
    });
  } finally {
    for (const listener of listeners) process.on('uncaughtException', listener);
  }
});

test('a socket taken by an upgrade is paused and read as without the lane', async () => {
  const seen = await sameOnEveryLane(
    (lane) => {
      const notes: string[] = [];
      const server = createServer((_req, res) => void res.end('ok'));
      server.on('upgrade', (_req, socket: Socket) => {
        socket.pause();
        socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
        // While paused, it reads until its buffer is full, and notices a reset.
        socket.on('error', () => notes.push('error')).on('close', () => notes.push('close'));
      });
      return talkTo(lane.over(server), async ({ connect }) => {
        const client = await connect();
        await client.exchange(request('GET /'));
        await client.send(request('GET /up', ['Connection: Upgrade', 'Upgrade: echo']));
        await client.until('\r\n\r\n');
        client.socket.resetAndDestroy();
        while (!notes.includes('close')) await nextTurn();
        return notes;
      });
    },
    { servedBy: 'either' },
  );
  expect(seen).toEqual(['error', 'close']);
});

test('the packet of a parse error stays unchanged', async () => {
  const packets = await sameOnEveryLane(
    (lane) => {
      const kept: Uint8Array[] = [];
      const server: Server = createServer((req, res) => void req.resume().on('end', () => res.end('ok')));
      server.on('clientError', ({ rawPacket }: { rawPacket?: Uint8Array }, socket) => {
        if (rawPacket !== undefined) kept.push(rawPacket);
        socket.destroy();
      });
      return talkTo(lane.over(server), async (target) => {
        const client = await target.connect();
        await client.send('nonsense\r\n\r\n');
        await client.rest();
        await overwrite(target);
        return kept.map(text);
      });
    },
    { servedBy: 'either' },
  );
  expect(packets).toEqual(['nonsense\r\n\r\n']);
});

test('a foreign reader of the socket gets copies', async () => {
  const chunks = await sameOnEveryLane((lane) => {
    const kept: Buffer[] = [];
    const server = createServer((req, res) => void req.resume().on('end', () => res.end('ok')));
    let isFirst = true;
    server.on('connection', (socket: Socket) => {
      if (isFirst) socket.on('data', (chunk: Buffer) => kept.push(chunk));
      isFirst = false;
    });
    return talkTo(lane.over(server), async (target) => {
      const client = await target.connect();
      await client.exchange(request('GET /1'));
      await overwrite(target);
      await client.exchange(request('GET /2'));
      await overwrite(target);
      return text(Buffer.concat(kept));
    });
  });
  expect(chunks).toBe(request('GET /1') + request('GET /2'));
});

test('bytes outside of the read buffer are not copied', () => {
  const bytes = Buffer.from('bytes');
  expect(detach(bytes)).toBe(bytes);
});

test('this Node can read into the shared buffer', async () => {
  const buffers: unknown[] = [];
  const server = fastLane(createServer((_req, res) => void res.end('ok')));
  server.on('connection', (socket: Socket) => {
    const slot = Object.getOwnPropertySymbols(socket).find(({ description }) => description === 'kBuffer');
    buffers.push(Reflect.get(socket, slot ?? ''));
  });
  await talkTo(server, async ({ connect }) => {
    for (const client of [await connect(), await connect()]) await client.exchange(request('GET /'));
  });
  expect(buffers[0]).toBeInstanceOf(Uint8Array);
  expect(buffers[1]).toBe(buffers[0]);
});

test('methods that the application replaced on a socket stay', async () => {
  const paused: string[] = [];
  const server = fastLane(
    createServer((req, res) => {
      req.socket.pause();
      res.end('ok');
    }),
  );
  server.prependListener('connection', (socket: Socket) => {
    const { pause } = socket;
    const own = (): Socket => {
      paused.push('pause');
      return pause.call(socket);
    };
    Object.assign(socket, { pause: own });
  });
  await talkTo(server, async ({ connect }) => {
    const client = await connect();
    await client.exchange(request('GET /'));
  });
  expect(paused).toEqual(['pause']);
  expect(server.stats()).toMatchObject({ fast: 1 });
});

test('bytes of other clients don’t show in a logged request, nor after the clients disconnect', async () => {
  const shown: string[] = [];
  const seen = await sameOnEveryLane((lane) =>
    talkTo(
      lane.over(
        createServer((req, res) => {
          shown.push(inspect(req, { depth: 6 }), inspect(req.socket, { customInspect: false }));
          res.end('ok');
        }),
      ),
      async (target) => {
        await overwrite(target);
        const client = await target.connect();
        const [response] = await client.exchange(request('GET /'));
        return response?.body;
      },
    ),
  );
  expect(seen).toBe('ok');
  expect(shown.filter((text) => text.includes('7a 7a'))).toEqual([]);
  eraseReadBuffer();
  expect(new Set(lastRead(65_536))).toEqual(new Set([0]));
});

const { _stream_wrap: streamWrap } = (
  process as unknown as { binding(name: string): Record<string, unknown> }
).binding('natives');

test.skipIf(streamWrap === undefined)(
  'a socket that wraps another stream can read in the middle of a handler (skipped where Node has no such socket)',
  async () => {
    type Wrap = new (stream: Duplex) => Socket;
    const StreamWrap = createRequire(import.meta.url)('_stream_wrap') as Wrap;
    const bodies = await sameOnEveryLane(
      (lane) => {
        const inner = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
        const heard: string[] = [];
        const server = createServer((req, res) => {
          if (req.url === '/first') inner.push(request('GET /inner', [`X: ${'y'.repeat(400)}`]));
          req.on('data', (piece: Buffer) => heard.push(text(piece))).on('end', () => res.end(req.url));
        });
        return talkTo(lane.over(server), async ({ connect }) => {
          server.emit('connection', new StreamWrap(inner));
          await nextTurn();
          const client = await connect();
          const both = request('POST /first', [], 'b'.repeat(40)) + request('GET /second');
          const responses = await client.exchange(both, ['POST', 'GET']);
          return [...heard, ...responses.map(({ body }) => body)];
        });
      },
      { servedBy: 'either' },
    );
    expect(bodies).toEqual(['b'.repeat(40), '/first', '/second']);
  },
);

test('a taken body is a copy, regardless of how its chunk was read', async () => {
  const sizes: (number | undefined)[] = [];
  const server = fastLane(
    createServer((req, res) => {
      // From now on, chunks arrive through the stream.
      if (req.url === '/1') req.socket.on('data', () => {});
      const bytes = (req as Offering)[TAKE_BODY]?.();
      sizes.push(bytes?.buffer.byteLength);
      // Transferred memory is detached for everyone else.
      if (bytes !== undefined) structuredClone(bytes, { transfer: [bytes.buffer as ArrayBuffer] });
      res.end(req.url);
    }),
  );
  await talkTo(server, async ({ connect }) => {
    const client = await connect();
    await client.exchange(request('POST /1', [], 'abc'), ['POST']);
    const responses = await client.exchange(request('POST /2', [], 'x'.repeat(400)) + request('GET /3'), [
      'POST',
      'GET',
    ]);
    expect(responses.map(({ body }) => body)).toEqual(['/2', '/3']);
  });
  expect(sizes).toEqual([3, 400, undefined]);
});
