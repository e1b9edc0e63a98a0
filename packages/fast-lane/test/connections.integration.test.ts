import { execFile } from 'node:child_process';
import { createServer, IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import { createServer as createNetServer, type Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { until } from '@nextpress-internal/test-kit';
import { describe, expect, test } from 'vitest';
import { request, sameOnEveryLane, talkTo } from './ecosystem/lanes.ts';

const echo: RequestListener = (req, res) => {
  const pieces: Buffer[] = [];
  req.on('data', (piece: Buffer) => pieces.push(piece));
  req.on('end', () => res.end(`${req.method} ${req.url} ${Buffer.concat(pieces).length}`));
};

const odd = request('POST /odd', ['Transfer-Encoding: chunked']).concat('3\r\nabc\r\n0\r\n\r\n');

class OwnRequest extends IncomingMessage {
  get shout(): string {
    return `${this.url}`.toUpperCase();
  }
}

class OwnResponse extends ServerResponse {
  override end(...args: unknown[]): this {
    return Reflect.apply(super.end, this, [`own ${args[0]}`]);
  }
}

class LeanRequest extends OwnRequest {}

class LeanResponse extends ServerResponse<OwnRequest> {
  response(text: string): void {
    this.end(`lean ${text}`);
  }
}

for (const lean of [LeanRequest, LeanResponse]) {
  Object.defineProperty(lean, Symbol.for('nextpress.plainConstructor'), { value: true });
}

describe('message classes', () => {
  const bodies = (
    server: (lane: { over: (server: Server) => Server }) => Server,
    servedBy: 'lane' | 'node',
  ) =>
    sameOnEveryLane(
      (lane) =>
        talkTo(server(lane), async ({ connect }) => {
          const client = await connect();
          const responses = await client.exchange(request('GET /a') + request('GET /b'), 2);
          return responses.map(({ body }) => body);
        }),
      { servedBy },
    );

  test('Node serves a server with its own request class', async () => {
    const listener: RequestListener<typeof OwnRequest> = (req, res) => void res.end(req.shout);
    const server = (): Server => createServer({ IncomingMessage: OwnRequest }, listener) as unknown as Server;
    expect(await bodies((lane) => lane.over(server()), 'node')).toEqual(['/A', '/B']);
  });

  test('Node serves a server with its own response class', async () => {
    const server = (): Server =>
      createServer(
        { ServerResponse: OwnResponse as typeof ServerResponse },
        (req, res) => void res.end(req.url),
      );
    expect(await bodies((lane) => lane.over(server()), 'node')).toEqual(['own /a', 'own /b']);
  });

  test('the lane serves classes marked with plainConstructor', async () => {
    const classes = {
      IncomingMessage: LeanRequest,
      ServerResponse: LeanResponse as unknown as typeof ServerResponse,
    };
    const server = (): Server =>
      createServer(classes, (req, res) =>
        (res as unknown as LeanResponse).response(req.shout),
      ) as unknown as Server;
    expect(await bodies((lane) => lane.over(server()), 'lane')).toEqual(['lean /A', 'lean /B']);
  });
});

describe('sockets that the server did not accept itself', () => {
  test('Node serves a Duplex that is not a socket', async () => {
    const text = await sameOnEveryLane(
      async (lane) => {
        const server = lane.over(createServer(echo));
        const [client, served] = duplexPair();
        server.emit('connection', served);
        let text = '';
        client.setEncoding('latin1').on('data', (chunk: string) => {
          text += chunk;
        });
        client.write(request('GET /1') + request('POST /2', [], 'body'));
        await until(() => text.endsWith('POST /2 4'));
        client.destroy();
        return text.replace(/^Date.*$/gm, '');
      },
      { servedBy: 'node' },
    );
    expect(text).toContain('GET /1 0');
  });

  test('a socket from another server is served', async () => {
    const bodies = await sameOnEveryLane((lane) => {
      const server = lane.over(createServer(echo));
      const door = createNetServer((socket) => void server.emit('connection', socket));
      return talkTo(door, async ({ connect }) => {
        const client = await connect();
        const responses = await client.exchange(request('GET /1') + request('POST /2', [], 'body'), 2);
        responses.push(...(await client.exchange(odd)));
        await client.close();
        return responses.map(({ body }) => body);
      });
    });
    expect(bodies).toEqual(['GET /1 0', 'POST /2 4', 'POST /odd 3']);
  });

  test('a socket is served after a chunk was read and unshifted', async () => {
    const bodies = await sameOnEveryLane(
      (lane) => {
        const server = lane.over(createServer(echo));
        const door = createNetServer((socket) => {
          socket.once('data', (chunk) => {
            socket.pause();
            socket.unshift(chunk);
            server.emit('connection', socket);
            socket.resume();
          });
        });
        return talkTo(door, async ({ connect }) => {
          const client = await connect();
          const responses = await client.exchange(request('GET /1') + request('POST /2', [], 'body'), 2);
          responses.push(...(await client.exchange(request('GET /3'))));
          await client.close();
          return responses.map(({ body }) => body);
        });
      },
      { servedBy: 'either' },
    );
    expect(bodies).toEqual(['GET /1 0', 'POST /2 4', 'GET /3 0']);
  });
});

describe("a server's 'connection' listeners", () => {
  test.each(['before', 'after'])('added %s the lane see the connection, and each byte once', async (when) => {
    const seen = await sameOnEveryLane(async (lane) => {
      const server = createServer(echo);
      let bytes = '';
      const order: string[] = [];
      const onConnection = (socket: Socket): void => {
        order.push('connection');
        socket.on('data', (chunk) => {
          bytes += chunk.toString('latin1');
        });
      };
      if (when === 'before') server.on('connection', onConnection);
      lane.over(server);
      if (when === 'after') server.on('connection', onConnection);
      return talkTo(server, async ({ connect }) => {
        const client = await connect();
        const texts = [
          request('GET /1') + request('POST /2', [], 'body'),
          odd,
          request('GET /3'),
          odd,
          request('GET /4'),
        ];
        const responses = [];
        for (const text of texts)
          responses.push(...(await client.exchange(text, text.split('HTTP/1.1').length - 1)));
        expect(bytes).toBe(texts.join(''));
        return { bodies: responses.map(({ body }) => body), order };
      });
    });
    expect(seen.bodies).toEqual([
      'GET /1 0',
      'POST /2 4',
      'POST /odd 3',
      'GET /3 0',
      'POST /odd 3',
      'GET /4 0',
    ]);
    expect(seen.order).toEqual(['connection']);
  });

  test('may destroy the connection', async () => {
    const text = await sameOnEveryLane(
      async (lane) => {
        const server = lane.over(createServer(echo)).on('connection', (socket) => socket.destroy());
        return talkTo(server, async ({ connect }) => {
          const client = await connect();
          await client.send(request('GET /'));
          return client.rest();
        });
      },
      { servedBy: 'either' },
    );
    expect(text).toBe('');
  });
});

describe('command-line flags', () => {
  const script = fileURLToPath(new URL('settings-child.mjs', import.meta.url));
  const run = async (flag: string, lane: string, bytes: string): Promise<{ text: string; fast: number }> => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      flag,
      script,
      lane,
      JSON.stringify(bytes),
    ]);
    return JSON.parse(stdout);
  };
  const long = request('GET /', [`X-A: ${'a'.repeat(1_000)}`]);

  test.each([
    { flag: '--insecure-http-parser', bytes: request('GET /', ['X-A: a\x01b']), part: 'a\\u0001b', fast: 0 },
    { flag: '--max-http-header-size=500', bytes: long, part: 'HTTP/1.1 431', fast: 0 },
    { flag: '--max-http-header-size=500', bytes: request('GET /'), part: '["Host","localhost"]', fast: 1 },
    {
      flag: '--max-http-header-size=40000',
      bytes: request('GET /', [`X-A: ${'a'.repeat(30_000)}`]),
      part: 'aaaa',
      // A head longer than Node's own limit is left to Node.
      fast: 0,
    },
  ])('$flag has the same effect as on plain Node: $part', async ({ flag, bytes, part, fast }) => {
    const plain = await run(flag, 'node', bytes);
    expect(plain.text).toContain(part);
    for (const lane of ['fast', 'lazy']) {
      const seen = await run(flag, lane, bytes);
      expect(seen.text).toBe(plain.text);
      expect(seen.fast).toBe(fast);
    }
  });
});
