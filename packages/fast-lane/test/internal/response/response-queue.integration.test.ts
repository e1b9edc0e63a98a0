import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { fastLane } from '../../../src/index.ts';
import { request, sameOnEveryLane, talkTo } from '../../ecosystem/lanes.ts';

const targetsOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `/${index}`);
const requestsOf = (count: number): string =>
  targetsOf(count)
    .map((target) => request(`GET ${target}`))
    .join('');

const { write } = Socket.prototype;
afterEach(() => {
  Socket.prototype.write = write;
});

/** How often a server in the lane writes to its socket for a number of pipelined requests, and the bodies it sends. */
async function writesFor(
  count: number,
  listener: RequestListener,
): Promise<{ writes: number; bodies: string[] }> {
  let writes = 0;
  const served = new Set<Socket>();
  const server = fastLane(createServer(listener)).on('connection', (socket) => served.add(socket));
  Socket.prototype.write = function (this: Socket, ...args: unknown[]) {
    if (served.has(this)) writes++;
    return Reflect.apply(write, this, args);
  };
  const bodies = await talkTo(server, async ({ connect }) => {
    const responses = await (await connect()).exchange(requestsOf(count), count);
    return responses.map(({ body }) => body);
  });
  expect(server.stats().fast).toBe(count);
  return { writes, bodies };
}

test('ten responses that are ended at once are sent in one write', async () => {
  expect(await writesFor(10, (req, res) => void res.end(req.url))).toEqual({
    writes: 1,
    bodies: targetsOf(10),
  });
});

test('ten responses that are ended in microtasks are sent in one write', async () => {
  const { writes, bodies } = await writesFor(10, async (req, res) => {
    await undefined;
    res.end(req.url);
  });
  expect(bodies).toEqual(targetsOf(10));
  expect(writes).toBe(1);
});

test('responses that wait for the first one are sent in one write after it', async () => {
  let first: ServerResponse | undefined;
  const { writes, bodies } = await writesFor(10, (req, res) => {
    if (req.url === '/0') first = res;
    else res.end(req.url);
    if (req.url === '/9') setImmediate(() => first?.end('/0'));
  });
  expect(bodies).toEqual(targetsOf(10));
  expect(writes).toBeLessThanOrEqual(2);
});

test('binary content shares a write with its head and the responses around it', async () => {
  const { bodies } = await writesFor(4, (req, res) => {
    if (req.url === '/1') res.end(Buffer.from('bytes'));
    else if (req.url === '/2') res.end(Buffer.alloc(20_000, 'x'));
    else res.end(req.url);
  });
  expect(bodies).toEqual(['/0', 'bytes', 'x'.repeat(20_000), '/3']);
});

test('a batch over the limit is written before the chunk ends', async () => {
  const long = 'x'.repeat(30_000);
  const { writes, bodies } = await writesFor(9, (_req, res) => void res.end(long));
  expect(bodies).toEqual(Array(9).fill(long));
  expect(writes).toBeGreaterThan(1);
  expect(writes).toBeLessThan(9);
});

test('non-ASCII text is sent as UTF-8, regardless of its batch', async () => {
  const { bodies } = await writesFor(3, (req, res) => void res.end(`${req.url} é€`));
  expect(bodies).toEqual(targetsOf(3).map((target) => Buffer.from(`${target} é€`).toString('latin1')));
});

/** Orders in which seven responses are ended. */
const orders: Readonly<Record<string, readonly number[]>> = {
  'in request order': [0, 1, 2, 3, 4, 5, 6],
  'in reverse order': [6, 5, 4, 3, 2, 1, 0],
  'out of order': [3, 0, 6, 1, 2, 5, 4],
  'with the first one last': [1, 2, 3, 4, 5, 6, 0],
};

/** How a response is ended. */
const ways: Readonly<Record<string, (res: ServerResponse, text: string) => unknown>> = {
  'as text': (res, text) => res.end(text),
  'as bytes': (res, text) => res.end(Buffer.from(text)),
  'in pieces': (res, text) => {
    res.write(text.slice(0, 1));
    res.end(text.slice(1));
  },
  'as text or in pieces': (res, text) => {
    if (Number(text.slice(1)) % 2) res.write('piece ');
    res.end(text);
  },
};

test.each(Object.entries(orders).flatMap(([order]) => Object.keys(ways).map((way) => [order, way] as const)))(
  'responses ended %s, %s, are sent in the order of their requests',
  async (order, way) => {
    const bodies = await sameOnEveryLane((lane) => {
      const waiting = new Map<string, ServerResponse>();
      const server = lane.over(
        createServer((req, res) => {
          waiting.set(`${req.url}`, res);
          if (waiting.size < 7) return;
          for (const index of orders[order] ?? []) {
            const target = `/${index}`;
            ways[way]?.(waiting.get(target) as ServerResponse, target);
          }
        }),
      );
      return talkTo(server, async ({ connect }) => {
        const responses = await (await connect()).exchange(requestsOf(7), 7);
        return responses.map(({ body }) => body.replace('piece ', ''));
      });
    });
    expect(bodies).toEqual(targetsOf(7));
  },
);

test.each(['at once', 'late', 'in pieces'])(
  'a response with Connection: close, ended %s, drops later responses, whose handlers run',
  async (how) => {
    const { text, handled } = await sameOnEveryLane((lane) => {
      const handled: unknown[] = [];
      const server = lane.over(
        createServer((req, res) => {
          handled.push(req.url);
          if (req.url !== '/1') return void res.end(req.url);
          res.setHeader('Connection', 'close');
          if (how === 'in pieces') res.write('piece ');
          if (how === 'late') setImmediate(() => res.end('last'));
          else res.end('last');
        }),
      );
      return talkTo(server, async ({ connect }) => {
        const client = await connect();
        await client.send(requestsOf(5));
        return { text: await client.rest(), handled };
      });
    });
    expect(handled).toEqual(targetsOf(5));
    expect(text).toContain('last');
    expect(text).not.toContain('/2');
  },
);

test('each response emits its events once, in the same order as in Node', async () => {
  const notes = await sameOnEveryLane((lane) => {
    const notes: string[] = [];
    const server = lane.over(
      createServer((req, res) => {
        for (const event of ['socket', 'finish', 'close'])
          res.on(event, () => notes.push(`${req.url} ${event}`));
        if (req.url === '/0') setImmediate(() => res.end('late'));
        else res.end(req.url);
      }),
    );
    return talkTo(server, async ({ connect }) => {
      await (await connect()).exchange(requestsOf(3), 3);
      while (!notes.includes('/2 close')) await new Promise((resolve) => setImmediate(resolve));
      // The order of `close` and `finish` of different responses is unspecified.
      return targetsOf(3).map((target) => notes.filter((note) => note.startsWith(target)));
    });
  });
  expect(notes[1]).toEqual(['/1 socket', '/1 finish', '/1 close']);
});

test('a queued response has no socket', async () => {
  const sockets = await sameOnEveryLane((lane) => {
    const sockets: boolean[] = [];
    const held: ServerResponse[] = [];
    const server = lane.over(
      createServer((_req, res) => {
        sockets.push(res.socket === null);
        held.push(res);
        if (held.length === 3) for (const each of held) each.end('ok');
      }),
    );
    return talkTo(server, async ({ connect }) => {
      await (await connect()).exchange(requestsOf(3), 3);
      return sockets;
    });
  });
  expect(sockets).toEqual([false, true, true]);
});

test('bytes that a handler writes to the socket come after earlier responses', async () => {
  await sameOnEveryLane((lane) => {
    const server = lane.over(
      createServer((req, res) => {
        if (req.url === '/2') req.socket.write('raw');
        res.end(req.url);
      }),
    );
    return talkTo(server, async ({ connect }) => {
      const client = await connect();
      await client.send(requestsOf(4));
      return (await client.until('/3')).replace(/Date: .*/g, '');
    });
  });
});

test('a socket that never had a handle gets a response', async () => {
  const bodies = await sameOnEveryLane(async (lane) => {
    const written: string[] = [];
    class Memory extends Socket {
      override _read(): void {}
      override _write(chunk: Buffer, _encoding: string, done: () => void): void {
        written.push(chunk.toString('latin1'));
        done();
      }
      override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
        for (const { chunk } of chunks) this._write(chunk, '', () => {});
        done();
      }
    }
    const server = lane.over(createServer((req, res) => void res.end(req.url)));
    const socket = new Memory();
    server.emit('connection', socket);
    for (const target of ['/1', '/2']) {
      socket.push(request(`GET ${target}`));
      for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve));
    }
    socket.destroy();
    return written.join('').match(/\r\n\r\n\/\d/g);
  });
  expect(bodies).toEqual(['\r\n\r\n/1', '\r\n\r\n/2']);
});

/** More than any socket buffers by default. */
const much = 'x'.repeat(70_000);

test.each<[string, (res: ServerResponse) => void]>([
  ['as bytes', (res) => res.end(Buffer.from(much))],
  [
    'in chunks',
    (res) => {
      res.write(much);
      res.end();
    },
  ],
  ['as bytes, a tick later', (res) => process.nextTick(() => res.end(Buffer.from(much)))],
])(
  'a request that an earlier response waits for is read although a large response is queued %s',
  async (_, end) => {
    const targets = await sameOnEveryLane((lane) => {
      let first: ServerResponse | undefined;
      const server = createServer((req, res) => {
        if (req.url === '/much') res.end(much);
        else if (req.url === '/waits') first = res;
        else if (req.url === '/after') end(res);
        else {
          first?.end('released');
          res.end('last');
        }
      });
      return talkTo(lane.over(server), async ({ connect }) => {
        const client = await connect();
        await client.send(['/much', '/waits', '/after'].map((target) => request(`GET ${target}`)).join(''));
        await expect.poll(() => first).toBeDefined();
        await client.send(request('GET /next'));
        return (await client.responses(4)).map(({ body }) => body.length);
      });
    });
    expect(targets).toEqual([much.length, 8, much.length, 4]);
  },
);

test('a client that has sent FIN gets the same bytes as from Node', async () => {
  const bytes = await sameOnEveryLane((lane) => {
    let pending: ServerResponse | undefined;
    const server = createServer((req, res) => {
      if (req.url === '/2') pending = res;
      else res.end(much);
    });
    return talkTo(lane.over(server), async ({ connect }) => {
      const client = await connect();
      client.socket.end(['/1', '/2', '/3'].map((target) => request(`GET ${target}`)).join(''));
      await expect.poll(() => pending).toBeDefined();
      pending?.end('late');
      return (await client.rest()).length;
    });
  });
  expect(bytes).toBeGreaterThan(2 * much.length);
});

test('writing to a closed socket calls back with an error', async () => {
  const told = await sameOnEveryLane((lane) => {
    const events: (string | undefined)[] = [];
    const server = createServer((req, res) => {
      const { socket } = req;
      res.end('ok');
      socket.destroy();
      socket.write('late', (error) => events.push((error as NodeJS.ErrnoException | undefined)?.code));
    });
    return talkTo(lane.over(server), async ({ connect }) => {
      const client = await connect();
      await client.send(request('GET /'));
      await client.rest();
      return events;
    });
  });
  expect(told).toEqual(['ERR_STREAM_DESTROYED']);
});
