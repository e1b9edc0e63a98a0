import { exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { type PatchedListener, type PatchedResponse, patchedServer } from './patched-server.ts';

let listening: Listening | undefined;
afterEach(() => listening?.close());

/** Everything that the server sends for one GET, and the error that the listener caught. */
async function responseOf(listener: PatchedListener) {
  listening = await listen(patchedServer(listener));
  const [response, ...rest] = await exchange(
    listening.port,
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  );
  expect(rest).toEqual([]);
  return response;
}

const circular: Record<string, unknown> = {};
circular.self = circular;
const refusal = new Error('no');

describe('a value without JSON text', () => {
  test.each([
    ['a cycle', circular, 'circular'],
    ['a BigInt', { n: 1n }, 'BigInt'],
    [
      'a toJSON that throws',
      {
        toJSON: () => {
          throw refusal;
        },
      },
      'no',
    ],
    [
      'a getter that throws',
      {
        get a() {
          throw refusal;
        },
      },
      'no',
    ],
  ])('%s: json throws before anything is written', async (_, value, reason) => {
    const response = await responseOf((_req, res) => {
      const before = [res.statusCode, res.getHeaders()];
      expect(() => res.json(value)).toThrow(reason);
      expect([res.statusCode, res.getHeaders(), res.headersSent, res.writableEnded]).toEqual([
        ...before,
        false,
        false,
      ]);
      res.json(value);
    });
    expect(response?.status).toBe(500);
    expect(response?.body).toContain(reason);
  });

  test('deep nesting is sent completely or throws', async () => {
    let deep: unknown = [];
    for (let level = 0; level < 100_000; level++) deep = [deep];
    const response = await responseOf((_req, res) => res.json(deep));
    if (response?.status === 200) expect(response.body).toHaveLength(200_002);
    else expect(response?.body).toMatch(/call stack/);
  });

  test.each([
    ['a BigInt', 1n],
    ['a function', () => {}],
    ['a symbol', Symbol('s')],
    ['a cycle', circular],
  ])('%s: send throws a TypeError', async (_, value) => {
    const response = await responseOf((_req, res) => {
      expect(() => res.send(value)).toThrow(TypeError);
      res.send('after the error');
    });
    expect(response?.body).toBe('after the error');
  });
});

describe('a second response', () => {
  const responses: [string, (res: PatchedResponse) => unknown][] = [
    ['json', (res) => res.json({})],
    ['send', (res) => res.send('second')],
    ['sendStatus', (res) => res.sendStatus(500)],
    ['redirect', (res) => res.redirect('/')],
  ];
  const firsts: [string, (res: PatchedResponse) => unknown][] = [
    ['a helper has responded', (res) => res.send('first')],
    ['end was called', (res) => res.end('first')],
    ['the head was written', (res) => res.writeHead(200, { 'Content-Length': 5 })],
    ['content was written', (res) => res.write('first')],
  ];

  test.each(
    firsts.flatMap(([when, first]) => responses.map(([name, second]) => ({ when, first, name, second }))),
  )('$name throws when $when, and changes nothing', async ({ first, second }) => {
    let error: unknown;
    const response = await responseOf((_req, res) => {
      first(res);
      try {
        second(res);
      } catch (thrown) {
        error = thrown;
      }
      if (!res.writableEnded) res.end('first');
    });
    expect(error).toMatchObject({ code: 'ERR_HTTP_HEADERS_SENT' });
    expect((error as Error).message).toBe('Cannot set headers after they are sent to the client');
    expect(response?.status).toBe(200);
    expect(response?.body).toMatch(/^(first)+$/);
    expect(response?.headers.location).toBeUndefined();
  });
});

describe('an invalid header', () => {
  test.each<[string, (res: PatchedResponse) => unknown, string]>([
    ['a value with CR and LF', (res) => res.set('X-A', 'b\r\nX-Injected: 1'), 'ERR_INVALID_CHAR'],
    ['a list with LF', (res) => res.set('X-A', ['b', 'c\nd']), 'ERR_INVALID_CHAR'],
    ['a type with CR', (res) => res.type('text/html\rx'), 'ERR_INVALID_CHAR'],
    ['a type with LF', (res) => res.set('Content-Type', 'text/html\nx'), 'ERR_INVALID_CHAR'],
    ['a value outside latin1', (res) => res.set('X-A', '漢'), 'ERR_INVALID_CHAR'],
    ['a name with a space', (res) => res.set('X A', 'b'), 'ERR_INVALID_HTTP_TOKEN'],
    ['a list of types', (res) => res.set('Content-Type', ['a/b', 'c/d']), 'undefined'],
  ])('%s throws immediately', async (_, call, code) => {
    const response = await responseOf((_req, res) => {
      expect(() => call(res)).toThrow(TypeError);
      expect([res.getHeaderNames(), res.headersSent]).toEqual([[], false]);
      call(res);
    });
    expect(response?.status).toBe(500);
    expect(response?.body).toMatch(new RegExp(`^${code}: `));
    expect(response?.headers['x-injected']).toBeUndefined();
  });

  test('a status message with LF throws before anything is written', async () => {
    const response = await responseOf((_req, res) => {
      res.statusMessage = 'a\r\nX-Injected: 1';
      expect(() => res.json({})).toThrow(expect.objectContaining({ code: 'ERR_INVALID_CHAR' }));
      expect(res.headersSent).toBe(false);
      res.statusMessage = 'fine';
      res.json({});
    });
    expect([response?.status, response?.reason, response?.body]).toEqual([200, 'fine', '{}']);
  });
});

test('a redirect that fails leaves the status as it is', async () => {
  const response = await responseOf((_req, res) => {
    const url = {
      toString: () => {
        throw refusal;
      },
    };
    expect(() => res.redirect(url as never)).toThrow(refusal);
    res.send(`${res.statusCode}`);
  });
  expect(response?.body).toBe('200');
});

describe('an invalid status', () => {
  test.each([
    ['/x', TypeError, 'Invalid status code: "/x". Status code must be an integer.'],
    ['200', TypeError, 'Invalid status code: "200". Status code must be an integer.'],
    [200.5, TypeError, 'Invalid status code: 200.5. Status code must be an integer.'],
    [Number.NaN, TypeError, 'Invalid status code: null. Status code must be an integer.'],
    [undefined, TypeError, 'Invalid status code: undefined. Status code must be an integer.'],
    [99, RangeError, 'Invalid status code: 99. Status code must be greater than 99 and less than 1000.'],
    [1000, RangeError, 'Invalid status code: 1000. Status code must be greater than 99 and less than 1000.'],
  ])('status, sendStatus and redirect throw for %j', async (code, kind, message) => {
    const response = await responseOf((_req, res) => {
      for (const call of [
        () => res.status(code as never),
        () => res.sendStatus(code as never),
        () => res.redirect(code as never, '/'),
      ]) {
        expect(call).toThrow(kind);
        expect(call).toThrow(message);
      }
      expect([res.statusCode, res.getHeaderNames()]).toEqual([200, []]);
      res.send('after the error');
    });
    expect(response?.body).toBe('after the error');
  });
});

describe('a response whose client has disconnected', () => {
  test('can be sent without an exception', async () => {
    let outcome: unknown;
    const done = new Promise<void>((resolve) => {
      const server = patchedServer((req, res) => {
        req.socket.destroy();
        setImmediate(() => {
          try {
            outcome = res.json({}) === res;
          } catch (error) {
            outcome = error;
          }
          resolve();
        });
      });
      void listen(server).then((started) => {
        listening = started;
        return exchange(started.port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      });
    });
    await done;
    expect(outcome).toBe(true);
  });
});
