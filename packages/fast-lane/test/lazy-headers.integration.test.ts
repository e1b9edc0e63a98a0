import { createServer, IncomingMessage, type ServerOptions } from 'node:http';
import { exchange, listen } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { fastLane } from '../src/index.ts';
import { type Field, fields, linesOf } from './internal/arbitrary-headers.ts';

interface NodeRequest extends IncomingMessage {
  joinDuplicateHeaders: boolean | null;
  _addHeaderLine(name: string, value: string, table: NodeJS.Dict<string>): void;
}

type Read = (req: NodeRequest) => unknown;

const LINES = [
  'Host: a',
  'X-Twice: 1',
  'X-Twice: 2',
  'Cookie: b',
  'Set-Cookie: c',
  'User-Agent: d',
  'User-Agent: e',
];
const SPECIAL =
  /^(?:host|connection|content-length|transfer-encoding|expect|upgrade|trailer|proxy-connection)$/i;

/** A server whose listener responds with what it reads from the request. */
async function serve(read: Read, lane: 'node' | 'lazy', options: ServerOptions = {}) {
  const server = createServer(options, (req, res) => {
    let seen: unknown;
    try {
      seen = read(req as NodeRequest);
    } catch (error) {
      seen = String(error);
    }
    res.end(JSON.stringify({ seen, url: req.url }));
  });
  const stats = lane === 'lazy' ? fastLane(server, { lazy: true }).stats : undefined;
  return { stats, ...(await listen(server)) };
}

/** What both lanes read from one request. */
async function readInBoth(
  read: Read,
  options?: ServerOptions,
  lines: string = `${LINES.join('\r\n')}\r\n\r\n`,
) {
  const bodies: unknown[] = [];
  for (const lane of ['node', 'lazy'] as const) {
    const server = await serve(read, lane, options);
    const [response] = await exchange(server.port, `GET / HTTP/1.1\r\n${lines}`, { responses: 1 });
    await server.close();
    bodies.push(JSON.parse(String(response?.body)));
    if (lane === 'lazy') expect(server.stats?.().fast).toBe(1);
  }
  return bodies;
}

async function expectSame(read: Read, options?: ServerOptions): Promise<void> {
  const [node, lazy] = await readInBoth(read, options);
  expect(lazy).toEqual(node);
}

/** The table with its order and its prototype. */
const table: Read = ({ headers }) => [
  Object.entries(headers),
  Object.getPrototypeOf(headers) === Object.prototype,
];

describe('headers of a lazy request', () => {
  test('are the same as in Node', async () => {
    await expectSame(table);
    await expectSame(table, { joinDuplicateHeaders: true });
    const [, lazy] = await readInBoth(table);
    expect(lazy).toMatchObject({
      seen: [
        [
          ['host', 'a'],
          ['x-twice', '1, 2'],
          ['cookie', 'b'],
          ['set-cookie', ['c']],
          ['user-agent', 'd'],
        ],
        true,
      ],
    });
  });

  test('are the same object each time', async () => {
    await expectSame((req) => {
      req.headers.host = 'changed';
      const { headers } = req;
      return [req.headers === headers, req.headers.host];
    });
  });

  const reads: Record<string, Read> = {
    'with the list read before': (req) => [req.rawHeaders.length, req.rawHeaders[0], table(req)],
    'with the list read after': (req) => [table(req), req.rawHeaders, req.headersDistinct],
    'with a field in the list changed before': (req) => {
      req.rawHeaders[1] = 'changed';
      return table(req);
    },
    'with a header in a retained list changed before': (req) => {
      const list = req.rawHeaders;
      list.reverse();
      list[0] = 'Changed';
      return [table(req), list === req.rawHeaders || list.length === req.rawHeaders.length];
    },
    'with a field in the list changed after': (req) => {
      const before = table(req);
      req.rawHeaders[1] = 'changed';
      return [before, table(req), req.rawHeaders];
    },
    'with the list replaced': (req) => {
      req.rawHeaders = Array.from({ length: 14 }, (_, i) => `x${i}`);
      return table(req);
    },
    'with a proxy around the list': (req) => {
      req.rawHeaders = new Proxy(req.rawHeaders, {
        get: (list, key) => (typeof key === 'symbol' ? Reflect.get(list, key) : `x${String(key)}`),
      });
      return table(req);
    },
    'with a transparent proxy around the list': (req) => {
      req.rawHeaders = new Proxy(req.rawHeaders, {});
      return table(req);
    },
    'without a list': (req) => {
      Reflect.set(req, 'rawHeaders', null);
      return table(req);
    },
    'with the table replaced': (req) => {
      req.headers = { host: 'other' };
      return [table(req), req.rawHeaders];
    },
    'with the table deleted': (req) => {
      const first = req.headers;
      Reflect.set(req, 'headers', null);
      return [table(req), req.headers === first];
    },
    'with duplicates joined late': (req) => {
      req.joinDuplicateHeaders = true;
      return table(req);
    },
    'with its method replaced': (req) => {
      req._addHeaderLine = (name, value, headers) => {
        headers[`own-${name}`] = value;
      };
      return table(req);
    },
    'with its prototype replaced': (req) => {
      Object.setPrototypeOf(req, Object.create(IncomingMessage.prototype));
      return table(req);
    },
    'with an own property': (req) => {
      Object.defineProperty(req, 'headers', { value: { own: 'yes' }, configurable: true });
      const own = table(req);
      Reflect.deleteProperty(req, 'headers');
      return [own, table(req)];
    },
    'with the `in` operator': (req) => [
      'headers' in req,
      Object.hasOwn(req, 'headers'),
      Object.keys(req).includes('headers'),
      Object.entries(Object.getOwnPropertyDescriptor(req, 'rawHeaders') ?? {}).map(([key]) => key),
    ],
  };

  test.each(Object.entries(reads))('are the same as in Node %s', async (_title, read) => {
    await expectSame(read);
  });

  test('are the same as in Node for any headers', async () => {
    const servers = [await serve(table, 'node'), await serve(table, 'lazy')];
    const heads = fc.array(
      fields.map((list) =>
        list.map(([name, value]): Field => [SPECIAL.test(name) ? `${name}-` : name, value]),
      ),
      { minLength: 1, maxLength: 9 },
    );
    const check = async (lists: Field[][]): Promise<void> => {
      const bytes = lists.map((list) => `GET / HTTP/1.1\r\n${linesOf([...list, ['Host', 'a']])}`).join('');
      const allReceived = servers.map(({ port }) => exchange(port, bytes, { responses: lists.length }));
      const [node, lazy] = await Promise.all(allReceived);
      expect(lazy?.map(({ body }) => JSON.parse(body))).toEqual(node?.map(({ body }) => JSON.parse(body)));
    };
    await fc.assert(fc.asyncProperty(heads, check), { numRuns: 100 });
    expect(servers[1]?.stats?.()).toMatchObject({ node: 0, handedOver: {} });
    for (const server of servers) await server.close();
  });
});

describe('when the application replaced the method that builds headers', () => {
  const prototype = IncomingMessage.prototype as NodeRequest;
  const { _addHeaderLine } = prototype;

  afterEach(() => {
    prototype._addHeaderLine = _addHeaderLine;
  });

  test('it runs', async () => {
    prototype._addHeaderLine = function (this: NodeRequest, name, value, headers) {
      _addHeaderLine.call(this, name, value, headers);
      headers[`also-${name}`] = value;
    };
    await expectSame(table);
    const [, lazy] = await readInBoth((req) => req.headers['also-Host']);
    expect(lazy).toEqual({ seen: 'a', url: '/' });
  });
});
