/** @module Code besides the server that listens to a socket, and pauses and resumes it, as in Node. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { settle, until } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import type { WithStats } from '../../../src/index.ts';
import { request, sameOnEveryLane, talkTo } from '../../ecosystem/lanes.ts';
import type { RawClient } from '../../ecosystem/raw-client.ts';

const now = request('GET /now');
const chunked = request('POST /chunked', ['Transfer-Encoding: chunked']).concat('3\r\nabc\r\n0\r\n\r\n');
const body = request('POST /body', ['Content-Length: 10']);

/** Waits until the server has read everything that was sent, and all effects are done. */
async function settled(client: RawClient, socket: Socket): Promise<void> {
  await until(() => socket.bytesRead >= client.socket.bytesWritten);
  await settle();
}

/** The events of a connection, in order: requests, entries of `note`, and the end. */
function heard(
  listen: (socket: Socket, note: (what: string) => void) => void,
  talk: (client: RawClient, socket: Socket) => Promise<unknown>,
  keepAliveTimeout?: number,
): Promise<string[]> {
  return sameOnEveryLane(
    (lane) => {
      const heard: string[] = [];
      const server = lane.over(
        createServer((req, res) => {
          heard.push(`${req.url}`);
          req.resume().on('end', () => res.end('ok'));
        }),
      );
      if (keepAliveTimeout !== undefined) server.keepAliveTimeout = keepAliveTimeout;
      server.on('connection', (socket) => listen(socket, (what) => heard.push(what)));
      return talkTo(server, async ({ connect }) => {
        const connected = once(server, 'connection');
        const client = await connect();
        const [socket] = (await connected) as [Socket];
        await talk(client, socket);
        return heard;
      });
    },
    { servedBy: 'either' },
  );
}

const pauseForAWhile = (socket: Socket) => () => {
  socket.pause();
  setTimeout(() => socket.resume(), 3);
};

test.each<[string, (socket: Socket) => void]>([
  ['after the server', (socket) => socket.on('data', pauseForAWhile(socket))],
  ['before the server', (socket) => socket.prependListener('data', pauseForAWhile(socket))],
  [
    'as a slow pipe',
    (socket) => {
      const slow = new PassThrough({ highWaterMark: 8 });
      socket.pipe(slow);
      setTimeout(() => slow.resume(), 10);
    },
  ],
])(
  'a connection paused by the application for a while is resumed after a hand-over: %s',
  async (_, listen) => {
    const served = await heard(
      (socket, note) => {
        listen(socket);
        socket.on('end', () => note('end'));
      },
      async (client, socket) => {
        await client.exchange(now + chunked, 2);
        await settled(client, socket);
        await client.exchange(request('GET /more'));
        client.socket.end();
        await client.rest();
      },
      0,
    );
    expect(served).toEqual(['/now', '/chunked', '/more', 'end']);
  },
);

test('a connection that was paused before Node read it is resumed after each message', async () => {
  const served = await heard(
    (socket, note) => {
      socket.prependListener('data', () => socket.pause());
      for (const event of ['pause', 'resume', 'end']) socket.on(event, () => note(event));
    },
    async (client, socket) => {
      await client.exchange(chunked, ['POST']);
      await settled(client, socket);
      await client.exchange(now);
      client.socket.end();
      await client.rest();
    },
  );
  expect(served).toEqual(['resume', 'pause', '/chunked', 'resume', 'pause', '/now', 'resume', 'end']);
});

const readers: Readonly<Record<string, (socket: Socket) => void>> = {
  'the application reads as well': (socket) => socket.on('data', () => {}),
  'the application has read one chunk': (socket) => socket.once('data', () => {}),
  'the application has read once': (socket) => socket.once('readable', () => socket.read()),
  'the application has stopped reading': (socket) => {
    const read = (): void => void socket.off('data', read);
    socket.on('data', read);
  },
};
const leaves = ['end', 'resetAndDestroy'] as const;

test.each(Object.keys(readers).flatMap((reader) => leaves.map((leave) => [reader, leave] as const)))(
  'when %s, a paused connection notices that its client disconnects: %s()',
  async (reader, leave) => {
    for (const sent of [[now], ['GET / HT'], [chunked, now]]) {
      const served = await heard(
        (socket) => {
          readers[reader]?.(socket);
          socket.on('error', () => {});
        },
        async (client, socket) => {
          for (const text of sent) {
            await client.send(text);
            if (text !== 'GET / HT') await client.response(text === chunked ? 'POST' : 'GET');
            await settled(client, socket);
          }
          socket.pause();
          const closed = new Promise((resolve) => socket.on('close', resolve));
          client.socket[leave]();
          await closed;
        },
        0,
      );
      expect(served).toHaveLength(sent[0] === 'GET / HT' ? 0 : sent.length);
    }
  },
);

test('a foreign reader of a connection that started in Node gets its bytes after a pause', async () => {
  const takenBack = await sameOnEveryLane(
    (lane) => {
      const server = lane.over(createServer({ keepAliveTimeout: 60_000 }, (_req, res) => res.end('ok')));
      return talkTo(server, async ({ connect }) => {
        for (let brief = 0; brief < 70; brief++) {
          const client = await connect();
          await client.send(request('GET /', ['Connection: close']));
          await client.rest();
        }
        server.on('connection', (socket) => socket.once('data', () => {}));
        const connected = once(server, 'connection');
        const client = await connect();
        const [socket] = (await connected) as [Socket];
        await client.exchange(now);
        await settled(client, socket);
        socket.pause();
        client.socket.end();
        await once(socket, 'close');
        return 'stats' in server ? (server as unknown as WithStats).stats().takenBack : 1;
      });
    },
    { servedBy: 'either' },
  );
  // The lane had it by then.
  expect(takenBack).toBe(1);
});

test('a foreign reader sees the socket resumed as often as in Node: an unfinished head', async () => {
  const notes = await heard(
    (socket, note) => {
      socket.on('readable', () => void socket.read());
      for (const event of ['resume', 'end']) socket.on(event, () => note(event));
    },
    async (client, socket) => {
      await client.send('GET / HT');
      await settled(client, socket);
      client.socket.end();
      await client.rest();
    },
  );
  expect(notes).toEqual(['resume', 'end']);
});

test('a foreign reader sees the socket resumed as often as in Node: messages', async () => {
  const notes = await heard(
    (socket, note) => void socket.on('readable', () => socket.read()).on('resume', () => note('resume')),
    async (client, socket) => {
      for (const text of [now, chunked, now]) {
        await client.exchange(text, [text === now ? 'GET' : 'POST']);
        await settled(client, socket);
      }
    },
  );
  expect(notes).toEqual(['resume', '/now', 'resume', '/chunked', 'resume', '/now', 'resume']);
});

test('a foreign reader added while Node had the connection gets every byte in both lanes', async () => {
  await heard(
    () => {},
    async (client, socket) => {
      await client.send(chunked.slice(0, -3));
      await settled(client, socket);
      const read = (): void => {};
      socket.on('data', read).off('data', read);
      await client.exchange(chunked.slice(-3), ['POST']);
      await settled(client, socket);
      await client.exchange(now);
      socket.pause();
      const closed = new Promise((resolve) => socket.on('close', resolve));
      client.socket.end();
      await closed;
    },
    0,
  );
});

/** Wraps listeners and maps them back to the originals, like libraries that bind a context to an emitter. */
function bind(socket: Socket): void {
  const bound = new Map<unknown, (...args: unknown[]) => void>();
  for (const name of ['on', 'addListener', 'prependListener', 'once'] as const) {
    const method = socket[name] as (event: string, listener: (...args: unknown[]) => void) => Socket;
    Object.assign(socket, {
      [name](event: string, listener: (...args: unknown[]) => void) {
        const run = bound.get(listener) ?? ((...args: unknown[]) => listener.apply(socket, args));
        bound.set(listener, run);
        return method.call(socket, event, run);
      },
    });
  }
  for (const name of ['off', 'removeListener'] as const) {
    const method = socket[name] as (event: string, listener: unknown) => Socket;
    Object.assign(socket, {
      [name]: (event: string, listener: unknown) =>
        method.call(socket, event, bound.get(listener) ?? listener),
    });
  }
}

test.each(['before', 'after'])(
  'a socket whose listeners the application binds keeps them all: %s the server',
  async (place) => {
    const seen = await sameOnEveryLane(
      (lane) => {
        const seen: unknown[] = [];
        const server = createServer((req, res) => {
          seen.push(req.url);
          req.resume().on('end', () => res.end('ok'));
        });
        lane.over(server).on('clientError', (error: NodeJS.ErrnoException, socket) => {
          seen.push(error.code);
          socket.destroy();
        });
        if (place === 'before') server.prependListener('connection', bind);
        else server.on('connection', bind);
        return talkTo(server, async ({ connect }) => {
          const connected = once(server, 'connection');
          const client = await connect();
          const [socket] = (await connected) as [Socket];
          for (const text of [now, chunked, now, chunked, now, chunked]) {
            await client.exchange(text, [text === now ? 'GET' : 'POST']);
            await settled(client, socket);
            seen.push(['end', 'error', 'timeout', 'drain'].map((event) => socket.listenerCount(event)));
          }
          const closed = new Promise((resolve) => socket.on('close', resolve));
          client.socket.resetAndDestroy();
          await closed;
          return seen;
        });
      },
      { servedBy: 'either' },
    );
    expect(seen.at(-1)).toBe('ECONNRESET');
  },
);

test('no tick runs between two pieces that the application reads in a loop', async () => {
  for (const rest of ['a', 'abc', 'abcde']) {
    const notes = await heard(
      (socket, note) => {
        socket.on('readable', () => {
          process.nextTick(note, 'tick');
          note('loop');
          while (socket.read(4) !== null);
          note('done');
        });
      },
      async (client, socket) => {
        await client.send(body + rest);
        await settled(client, socket);
        client.socket.end();
        await client.rest();
      },
    );
    for (const [at, what] of notes.entries()) if (what === 'loop') expect(notes[at + 1]).not.toBe('tick');
  }
});

test.each<[string, (socket: Socket) => void]>([
  ['end', (socket) => socket.removeAllListeners('end')],
  [
    'timeout',
    (socket) =>
      socket
        .removeAllListeners('timeout')
        .setTimeout(20)
        .on('timeout', () => {}),
  ],
  ['error', (socket) => socket.removeAllListeners('error').on('error', () => {})],
])('a server’s `%s` listener that the application removed stays removed', async (event, remove) => {
  const counts = await heard(
    () => {},
    async (client, socket) => {
      remove(socket);
      const before = socket.listenerCount(event);
      for (const text of [now, chunked, now, `${chunked}GET`]) {
        await client.exchange(text, [text === now ? 'GET' : 'POST']);
        await settled(client, socket);
        expect(socket.listenerCount(event)).toBe(before);
      }
      await settled(client, socket);
      expect(socket.destroyed).toBe(false);
    },
  );
  expect(counts).toEqual(['/now', '/chunked', '/now', '/chunked']);
});

test('held bytes aren’t lost when the application’s own `push` ends the stream', async () => {
  const served = await heard(
    () => {},
    async (client, socket) => {
      await client.send('GET / HT');
      await settled(client, socket);
      socket.push = Readable.prototype.push;
      client.socket.end();
      expect(await client.rest()).toBe('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    },
  );
  expect(served).toEqual([]);
});
