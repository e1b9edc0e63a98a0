import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@nextpress-internal/test-kit';
import { describe, expect, test } from 'vitest';
import { identity, type Lane, request, sameOnEveryLane, talkTo } from './ecosystem/lanes.ts';
import type { RawClient } from './ecosystem/raw-client.ts';

interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** A server that records all its events, and a client that has been served once. */
interface Scene {
  readonly server: Server;
  readonly client: RawClient;
  /** The server's socket, once the connection is accepted. */
  readonly accepted: Promise<Socket>;
  /** The events of the server and of each request, in order. */
  readonly notes: Record<string, string[]>;
  /** The exchanges that wait for a response. */
  readonly held: Exchange[];
  /** Waits until that many exchanges are pending. */
  holds(count: number): Promise<void>;
  note(about: string, text: string): void;
}

/** Sends part of a head, and waits until the server has read it. */
async function sendPartialHead({ client, accepted }: Scene): Promise<void> {
  const { bytesRead } = await accepted;
  await client.send('GET /head HTTP/1.1\r\nHo');
  const socket = await accepted;
  await until(() => socket.bytesRead !== bytesRead);
}

/** States of a connection that has not been served yet. */
const beginnings: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  'before its first request': ({ accepted }) => accepted,
  'in the middle of its first head': async (scene) => sendPartialHead(scene),
};

/** States of a connection that has been served before. */
const phases: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  'idle between two requests': async () => {},
  'in the middle of a head': async (scene) => sendPartialHead(scene),
  'while a handler holds a request': async ({ client, holds }) => {
    await client.send(request('GET /held'));
    await holds(1);
  },
  'in the middle of a response': async ({ client, holds }) => {
    await client.send(request('GET /begun'));
    await holds(1);
    await client.until('piece');
  },
  'in the middle of a body': async ({ client, holds }) => {
    await client.send(`${request('POST /body', ['Content-Length: 10'])}12345`);
    await holds(1);
  },
  'in the middle of an unread body': async ({ client, holds }) => {
    await client.send(`${request('POST /held', ['Content-Length: 10'])}12345`);
    await holds(1);
  },
  'in the middle of a body, with the response started': async ({ client, holds }) => {
    await client.send(`${request('POST /begun', ['Content-Length: 10'])}12345`);
    await holds(1);
    await client.until('piece');
  },
  'in the middle of a body, with the response sent': async ({ client }) => {
    await client.send(`${request('POST /now', ['Content-Length: 10'])}12345`);
    await client.until('now');
  },
  'while pipelined responses wait': async ({ client, holds }) => {
    await client.send(
      request('GET /held') + request('GET /now') + request('GET /begun') + request('GET /now'),
    );
    await holds(2);
  },
  'while pipelined responses wait, in the middle of a body': async ({ client, holds }) => {
    await client.send(`${request('GET /held') + request('POST /body', ['Content-Length: 10'])}12345`);
    await holds(2);
  },
};

/** The ways in which a connection ends. */
const ends: Readonly<Record<string, (scene: Scene) => unknown>> = {
  'server.close()': ({ server, note }) => server.close(() => note('server', 'closed')),
  'server[Symbol.asyncDispose]()': ({ server, note }) => {
    void server[Symbol.asyncDispose]().then(() => note('server', 'disposed'));
  },
  'server.closeIdleConnections()': ({ server }) => server.closeIdleConnections(),
  'server.closeAllConnections()': ({ server }) => server.closeAllConnections(),
  'FIN from the client': ({ client }) => client.socket.end(),
  "FIN from the client, with a 'clientError' listener": ({ client, server, note }) => {
    server.on('clientError', (error, socket) => {
      note('server', `clientError ${Reflect.get(error, 'code')} ${socket.writable}`);
      socket.end('HTTP/1.1 499 Own\r\n\r\n');
    });
    client.socket.end();
  },
  'FIN from the client, with httpAllowHalfOpen': ({ client, server }) => {
    Object.assign(server, { httpAllowHalfOpen: true });
    client.socket.end();
  },
  'socket.destroy() by the client': ({ client }) => client.socket.destroy(),
  'a reset by the client': ({ client }) => client.reset(),
  'req.destroy()': ({ held }) => held[0]?.req.destroy(),
  'req.destroy() with an error': ({ held }) => held[0]?.req.destroy(new Error('own')),
  'res.destroy()': ({ held }) => held[0]?.res.destroy(),
  'res.destroy() with an error': ({ held }) => held[0]?.res.destroy(new Error('own')),
  'req.socket.end()': ({ held }) => held[0]?.req.socket.end(),
  'req.socket.destroy() with an error': ({ held }) => held[0]?.req.socket.destroy(new Error('own')),
  // With responses still pending, this is the only case in which the lane may differ.
  'bytes that are not a request': ({ client, held }) =>
    held.length === 0 && client.send('\r\n\r\nno request\r\n\r\n'),
  'a response with Connection: close': ({ held }) =>
    held[0]?.res.headersSent || held[0]?.res.setHeader('Connection', 'close'),
};

function watch({ req, res }: Exchange, about: string, note: Scene['note']): void {
  for (const name of ['aborted', 'end', 'close'])
    req.on(name, () => note(about, `req ${name} ${req.complete} ${req.destroyed}`));
  req.on('error', (error) => note(about, `req error ${Reflect.get(error, 'code')} ${error.message}`));
  for (const name of ['finish', 'close']) {
    res.on(name, () => note(about, `res ${name} ${res.writableFinished} ${res.destroyed}`));
  }
  res.on('error', (error) => note(about, `res error ${Reflect.get(error, 'code')} ${error.message}`));
}

/** Waits until nothing more happens: client and server share this thread. */
async function settle({ client, notes }: Scene): Promise<void> {
  let before = '';
  // The event loop polls its sockets before each timer.
  for (let quiet = 0; quiet < 10; quiet++) {
    await sleep(1);
    const now = JSON.stringify([notes, client.seen]);
    if (now !== before) quiet = 0;
    before = now;
  }
}

function serve(secure: boolean, scene: Omit<Scene, 'client' | 'server' | 'accepted' | 'holds'>): Server {
  let count = 0;
  const listener = (req: IncomingMessage, res: ServerResponse): void => {
    const about = `${++count} ${req.url}`;
    if (req.url === '/first') return void res.end('first');
    watch({ req, res }, about, scene.note);
    if (req.url === '/now') return void res.end('now');
    if (req.url === '/begun') res.write('piece');
    if (req.url === '/body') req.on('data', (data) => scene.note(about, `req data ${data}`));
    scene.held.push({ req, res });
  };
  return secure ? createSecureServer(identity, listener) : createServer(listener);
}

const connections = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

interface Played {
  readonly notes: Scene['notes'];
  /** What the client had received once nothing more happened, before and after the held requests got a response. */
  readonly ended: RawClient['seen'];
  readonly released: RawClient['seen'];
  /** The server's number of connections at the same moments. */
  readonly connected: number;
  readonly connectedThen: number;
  /** The response to another request, if the connection was still open. */
  readonly later: RawClient['seen'];
}

/** Brings a connection into a phase, ends it, responds to held requests, and returns everything observed. */
function play(
  lane: Lane,
  secure: boolean,
  [phase, end]: readonly ((scene: Scene) => unknown)[],
  isFirst: boolean,
): Promise<Played> {
  const notes: Record<string, string[]> = {};
  const held: Exchange[] = [];
  const note = (about: string, text: string): void => {
    notes[about] ??= [];
    notes[about].push(text);
  };
  const server = lane.over(serve(secure, { notes, held, note }));
  const holds = async (count: number): Promise<void> => {
    await until(() => held.length >= count);
  };
  const accepted = new Promise<Socket>((resolve) => {
    server.once(secure ? 'secureConnection' : 'connection', resolve);
  });
  return talkTo(server, async ({ connect }) => {
    const client = await connect();
    const scene: Scene = { server, client, accepted, notes, held, holds, note };
    if (!isFirst) await client.exchange(request('GET /first'));
    await phase?.(scene);
    await end?.(scene);
    await settle(scene);
    const [ended, connected] = [client.seen, await connections(server)];
    for (const { req, res } of held) {
      const { destroyed, aborted } = req;
      note(
        'state',
        `${destroyed} ${aborted} ${res.destroyed} ${res.headersSent} ${res.writableEnded} ${res.socket !== null}`,
      );
      res.end('released');
    }
    await settle(scene);
    const [released, connectedThen] = [client.take(), await connections(server)];
    if (!released.closed) await client.send(request('POST /now', [], 'more'));
    await settle(scene);
    return { notes, ended, connected, released, connectedThen, later: client.seen };
  });
}

describe.concurrent.each([
  ['plain', false],
  ['TLS', true],
] as const)('over %s', (_, secure) => {
  describe.each(Object.entries(phases))('%s', (_, phase) => {
    test.each(Object.entries(ends))('%s has the same effect as on plain Node', async (_, end) => {
      await sameOnEveryLane((lane) => play(lane, secure, [phase, end], false), {
        atOnce: true,
        lazy: !secure,
      });
    });
  });

  describe.each(Object.entries(beginnings))('%s', (_, phase) => {
    test.each(Object.entries(ends))('%s has the same effect as on plain Node', async (_, end) => {
      await sameOnEveryLane((lane) => play(lane, secure, [phase, end], true), {
        servedBy: 'either',
        atOnce: true,
      });
    });
  });
});

/** The events of a request whose connection is lost: `completely` tells whether it was complete. */
const lost = (completely: boolean): string[] => [
  `req aborted ${completely} true`,
  'res close false true',
  'req error ECONNRESET aborted',
  `req close ${completely} true`,
];

/** Cases from Node's documentation. */
const known: readonly (readonly [phase: string, end: string, expected: object])[] = [
  [
    'idle between two requests',
    'server.close()',
    { notes: { server: ['closed'] }, ended: { text: '', closed: true } },
  ],
  [
    'while a handler holds a request',
    'server.close()',
    {
      ended: { text: '', closed: false },
      connected: 1,
      released: { text: expect.stringContaining('200 OK') },
    },
  ],
  [
    'while a handler holds a request',
    'server.closeIdleConnections()',
    { ended: { closed: false }, connected: 1 },
  ],
  [
    'while a handler holds a request',
    'server.closeAllConnections()',
    { notes: { '2 /held': lost(true) }, connected: 0 },
  ],
  ['while a handler holds a request', 'socket.destroy() by the client', { notes: { '2 /held': lost(true) } }],
  [
    'in the middle of a body',
    'FIN from the client',
    {
      notes: { '2 /body': ['req data 12345', ...lost(false)] },
      ended: { text: 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n', closed: true },
    },
  ],
  [
    'in the middle of a body',
    "FIN from the client, with a 'clientError' listener",
    {
      notes: { server: ['clientError HPE_INVALID_EOF_STATE true'] },
      ended: { text: 'HTTP/1.1 499 Own\r\n\r\n', closed: true },
    },
  ],
  [
    'in the middle of a body',
    'socket.destroy() by the client',
    { notes: { '2 /body': ['req data 12345', ...lost(false)] } },
  ],
];

test.each(known)('%s, %s has the documented effect', async (phase, end, expected) => {
  const steps = [phases[phase], ends[end]].filter((step) => step !== undefined);
  expect(await sameOnEveryLane((lane) => play(lane, false, steps, false))).toMatchObject(expected);
});

test('a closed server can listen again, and ends idle connections again', async () => {
  const seen = await sameOnEveryLane(
    async (lane) => {
      const server = lane.over(createServer({ keepAliveTimeout: 50 }, (req, res) => void res.end(req.url)));
      const turn = (path: string): Promise<unknown[]> =>
        talkTo(server, async ({ connect }) => {
          const [client, silent] = [await connect(), await connect()];
          const responses = await client.exchange(
            request(`GET ${path}`) + request(`POST ${path}`, [], 'body'),
            2,
          );
          const idle = await client.rest();
          return [responses.map(({ body }) => body), idle, silent.seen.closed, await connections(server)];
        });
      return [await turn('/1'), await turn('/2')];
    },
    { atOnce: true },
  );
  expect(seen).toEqual([
    [['/1', '/1'], '', false, 1],
    [['/2', '/2'], '', false, 1],
  ]);
});

test('refusing an upgrade that came with FIN does not abort an earlier pending request, as in Node', async () => {
  const aborted = await sameOnEveryLane((lane) => {
    const events: string[] = [];
    const server = createServer((req) => {
      for (const event of ['aborted', 'error', 'close']) req.on(event, () => events.push(event));
    });
    server.on('upgrade', (_req, socket) => socket.destroy());
    return talkTo(lane.over(server), async ({ connect }) => {
      const client = await connect();
      client.socket.end(
        request('GET /hang') + request('GET /up', ['Connection: Upgrade', 'Upgrade: websocket']),
      );
      await client.rest();
      await new Promise((resolve) => setImmediate(resolve));
      return events;
    });
  });
  expect(aborted).toEqual([]);
});
