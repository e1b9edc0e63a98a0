import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { settle, until } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { identity, type Lane, request, sameOnEveryLane, talkTo } from '../../ecosystem/lanes.ts';

const pending = request('GET /pending');
const chunked = request('POST /chunked', ['Transfer-Encoding: chunked']).concat('3\r\nabc\r\n0\r\n\r\n');
const upgrade = request('GET /up', ['Connection: Upgrade', 'Upgrade: x']);
const error = 'clientError HPE_INVALID_EOF_STATE true';

/** Sends a stream that ends in FIN to a server whose events are all recorded. */
function heardOf(
  text: string,
  {
    secure = false,
    halfOpen = false,
    act,
  }: { secure?: boolean; halfOpen?: boolean; act?: (socket: Socket) => void },
): Promise<string[]> {
  return sameOnEveryLane(
    async (lane: Lane) => {
      const heard: string[] = [];
      const listener: RequestListener = (req, res) => {
        heard.push(`${req.method} ${req.url}`);
        if (req.url === '/now') res.end('now');
      };
      const server: Server = secure ? createSecureServer(identity, listener) : createServer(listener);
      Object.assign(server, { httpAllowHalfOpen: halfOpen });
      lane.over(server);
      server.on('upgrade', (_req: IncomingMessage, socket: Duplex) => {
        heard.push('upgrade');
        socket.on('error', () => {}).end();
      });
      server.on('clientError', (failure: NodeJS.ErrnoException, socket: Duplex) => {
        heard.push(`clientError ${failure.code} ${socket.writable}`);
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      });
      const closed = once(server, secure ? 'secureConnection' : 'connection').then(([socket]) => {
        socket.on('error', () => {});
        if (act !== undefined) socket.on('end', () => act(socket));
        return once(socket, 'close');
      });
      return talkTo(server, async ({ connect }) => {
        const client = await connect();
        client.socket.end(text);
        await closed;
        return [...heard, await client.rest()];
      });
    },
    { servedBy: 'either' },
  );
}

const ends: Readonly<Record<string, (socket: Socket) => void>> = {
  ends: (socket) => void socket.end(),
  destroys: (socket) => void socket.destroy(),
};

test.each([
  ['part of a head', 'GET / HT', [error]],
  ['a chunked body', pending + chunked, ['GET /pending', 'POST /chunked']],
  ['an upgrade', pending + upgrade, ['GET /pending', 'upgrade']],
  [
    'bytes that are not HTTP',
    `${pending}\0\0\r\n\r\n`,
    ['GET /pending', 'clientError HPE_INVALID_METHOD true'],
  ],
])('%s followed by FIN is left to Node, whatever an `end` listener does', async (_, text, expected) => {
  for (const act of Object.values(ends)) {
    const heard = await heardOf(text, { act });
    expect(heard.slice(0, -1)).toEqual(expected);
  }
});

test('a listener that ends the socket on FIN doesn’t prevent Node’s response', async () => {
  const heard = await heardOf('GET / HT', { act: ends.ends as (socket: Socket) => void });
  expect(heard).toEqual([error, 'HTTP/1.1 400 Bad Request\r\n\r\n']);
});

test('a hand-over after FIN does not wait for responses when the socket is not half open', async () => {
  const heard = await heardOf(pending + chunked, { secure: true, halfOpen: true });
  expect(heard.slice(0, -1)).toEqual(['GET /pending', 'POST /chunked']);
});

test('a listener that took over and paused a socket gets FIN, as in Node', async () => {
  const heard = await sameOnEveryLane((lane) => {
    const server = lane.over(createServer(() => {}));
    server.on('upgrade', (_req: IncomingMessage, socket: Duplex) => {
      socket.pause().on('end', () => socket.end('bye'));
    });
    return talkTo(server, async ({ connect }) => {
      const client = await connect();
      client.socket.end(pending + upgrade);
      return client.rest();
    });
  });
  expect(heard).toBe('bye');
});

test('requests that came with FIN get their responses in order when nothing ends the connection', async () => {
  const responded = await sameOnEveryLane((lane) => {
    const waiting: ServerResponse[] = [];
    const server = lane.over(createServer((_req, res) => void waiting.push(res)));
    const failed = once(
      server.on('clientError', () => {}),
      'clientError',
    );
    return talkTo(server, async ({ connect }) => {
      const client = await connect();
      client.socket.end(`${pending}${chunked}${chunked}GET / HT`);
      await failed;
      for (const [index, res] of waiting.entries()) {
        await settle();
        // Ends the last response before the one that it waits for.
        (waiting[[0, 2, 1][index] as number] ?? res).end(`response ${[0, 2, 1][index]}`);
      }
      return (await client.responses(['GET', 'POST', 'POST'])).map(({ body }) => body);
    });
  });
  expect(responded).toEqual(['response 0', 'response 1', 'response 2']);
});

test.each(['first', 'second'])(
  'requests that came with FIN are aborted with the connection while the %s response has the socket',
  async (last) => {
    const heard = await sameOnEveryLane((lane) => {
      const waiting: ServerResponse[] = [];
      const heard: string[] = [];
      const server = lane.over(
        createServer((req, res) => {
          waiting.push(res);
          for (const [name, stream] of Object.entries({ req, res }))
            stream.on('error', () => {}).on('close', () => heard.push(`${req.url} ${name} closed`));
        }),
      );
      const failed = once(
        server.on('clientError', () => {}),
        'clientError',
      );
      return talkTo(server, async ({ connect }) => {
        const connected = once(server, 'connection');
        const client = await connect();
        const [socket] = (await connected) as [Socket];
        client.socket.end(
          `${pending}${chunked}${request('POST /last', ['Transfer-Encoding: chunked'])}0\r\n\r\nGET / HT`,
        );
        await failed;
        if (last === 'second') waiting[0]?.end();
        await settle();
        socket.destroy();
        await settle();
        return heard.sort();
      });
    });
    expect(heard).toContain('/chunked req closed');
  },
);

test('a listener that destroys the socket on an upgrade gets no events of earlier responses', async () => {
  const closed = await sameOnEveryLane((lane) => {
    const closed: string[] = [];
    const server = lane.over(
      createServer((req, res) => void res.on('close', () => closed.push(`${req.url}`)).on('error', () => {})),
    );
    const upgraded = once(server, 'upgrade');
    return talkTo(server, async ({ connect }) => {
      const client = await connect();
      client.socket.end(pending + chunked + upgrade);
      const [, socket] = (await upgraded) as [IncomingMessage, Socket];
      socket.destroy();
      await client.rest();
      await settle();
      return closed;
    });
  });
  expect(closed).toEqual(['/pending']);
});

test('an `end` listener runs after the server’s, in both lanes', async () => {
  const heard = await sameOnEveryLane((lane) => {
    const heard: string[] = [];
    const server = lane.over(createServer((req, res) => void req.resume().on('end', () => res.end('ok'))));
    return talkTo(server, async ({ connect }) => {
      for (const requests of [[chunked], [chunked, request('GET /back')]]) {
        const connected = once(server, 'connection');
        const client = await connect();
        const [socket] = (await connected) as [Socket];
        socket.on('end', () => heard.push(`ended ${socket.writableEnded}`));
        for (const text of requests) {
          await client.exchange(text, ['POST']);
          await settle();
        }
        client.socket.end();
        await client.rest();
      }
      return heard;
    });
  });
  expect(heard).toEqual(['ended true', 'ended true']);
});

test('a connection paused by a handler stays paused when it is handed over', async () => {
  const served = await sameOnEveryLane((lane) => {
    const served: string[] = [];
    const server = lane.over(
      createServer((req, res) => {
        served.push(`${req.url}`);
        if (req.url === '/pending') {
          setImmediate(() => req.socket.pause());
          setTimeout(() => res.end('late'), 10);
        } else res.end('ok');
      }),
    );
    return talkTo(server, async ({ connect }) => {
      const connected = once(server, 'connection');
      const client = await connect();
      const [socket] = (await connected) as [Socket];
      await client.exchange(pending + chunked, 2);
      await client.send(request('GET /more'));
      await settle();
      served.push('resumed');
      socket.resume();
      await client.response();
      return served;
    });
  });
  expect(served).toEqual(['/pending', '/chunked', 'resumed', '/more']);
});

test('a foreign reader gets the end of a stream without a response', async () => {
  const read = await sameOnEveryLane((lane) => {
    const server = lane.over(createServer(() => {}));
    server.on('connection', (socket: Socket) => {
      socket.on('readable', () => {
        while (socket.read(4) !== null);
      });
    });
    return talkTo(server, async ({ connect }) => {
      const client = await connect();
      await client.send(pending);
      client.socket.end('GET');
      return client.rest();
    });
  });
  expect(read).toBe('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
});

test('a handler that took the socket from its server reads it to its end', async () => {
  const read = await sameOnEveryLane(async (lane) => {
    let text = '';
    let isSent = false;
    let server: Server | undefined;
    const ended = new Promise<void>((resolve) => {
      const take: RequestListener = async (req) => {
        req.socket.removeAllListeners('data');
        for await (const chunk of req.socket) {
          text += chunk;
          // The rest and FIN are there before the next chunk is read.
          await until(() => isSent);
          await settle();
        }
        resolve();
      };
      server = createServer((req, res) => void take(req, res));
    });
    return talkTo(lane.over(server as Server), async ({ connect }) => {
      const client = await connect();
      await client.send(pending);
      await settle();
      for (const piece of ['one ', 'two ']) {
        await client.send(piece);
        await settle();
      }
      client.socket.end('three');
      isSent = true;
      await ended;
      return text;
    });
  });
  expect(read).toBe('one two three');
});

test('Node warns of many listeners once, regardless of how often the connection changes lanes', async () => {
  const warned = await sameOnEveryLane((lane) => {
    let warnings = 0;
    const server = lane.over(createServer((req, res) => void req.resume().on('end', () => res.end('ok'))));
    server.on('connection', (socket: Socket) => {
      for (let i = 0; i < 12; i++) socket.on('end', () => {});
    });
    const count = ({ name }: Error): void => {
      if (name === 'MaxListenersExceededWarning') warnings++;
    };
    process.on('warning', count);
    return talkTo(server, async ({ connect }) => {
      const client = await connect();
      for (let i = 0; i < 3; i++) {
        await client.exchange(chunked, ['POST']);
        await settle();
        await client.exchange(request('GET /back'));
      }
      return warnings;
    }).finally(() => process.off('warning', count));
  });
  expect(warned).toBe(1);
});
