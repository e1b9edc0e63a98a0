import { exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { type PatchedListener, type PatchedResponse, patchedServer } from './patched-server.ts';

let listening: Listening | undefined;
afterEach(() => listening?.close());

/** Everything that the server sent for one GET, and what the listener was left with. */
async function answerOf(listener: PatchedListener) {
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
      'a toJSON that throws a text',
      {
        toJSON: () => {
          throw 'no';
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
    ['undefined', undefined, 'it is of type undefined'],
    ['a function', () => {}, 'it is of type function'],
    ['a symbol', Symbol('s'), 'it is of type symbol'],
    ['a toJSON without result', { toJSON: () => undefined }, 'it is of type object'],
  ])('%s: json throws and leaves the response to the error handler', async (_, value, reason) => {
    const response = await answerOf((_req, res) => {
      const before = [res.statusCode, res.getHeaders()];
      expect(() => res.json(value)).toThrow(TypeError);
      expect([res.statusCode, res.getHeaders(), res.headersSent, res.writableEnded]).toEqual([
        ...before,
        false,
        false,
      ]);
      res.json(value);
    });
    expect(response?.status).toBe(500);
    expect(response?.body).toMatch(
      /^ERR_JSON_UNSERIALIZABLE: res\.json\(\) was given a value that has no JSON text: /,
    );
    expect(response?.body).toContain(reason);
  });

  test('nesting too deep for the stack of this Node throws, too, or is sent whole', async () => {
    let deep: unknown = [];
    for (let level = 0; level < 100_000; level++) deep = [deep];
    const response = await answerOf((_req, res) => res.json(deep));
    if (response?.status === 200) expect(response.body).toHaveLength(200_002);
    else expect(response?.body).toMatch(/^ERR_JSON_UNSERIALIZABLE.*call stack/);
  });

  test('names what was thrown as the cause', async () => {
    const response = await answerOf((_req, res) => {
      let error: unknown;
      try {
        res.json({
          toJSON: () => {
            throw refusal;
          },
        });
      } catch (thrown) {
        error = thrown;
      }
      expect((error as Error).cause).toBe(refusal);
      expect(error).toMatchObject({ code: 'ERR_JSON_UNSERIALIZABLE' });
      res.json('answered');
    });
    expect(response?.body).toBe('"answered"');
  });

  test.each([
    ['a BigInt', 1n],
    ['a function', () => {}],
    ['a symbol', Symbol('s')],
    ['a cycle', circular],
  ])('%s: send throws as json does', async (_, value) => {
    const response = await answerOf((_req, res) => res.send(value));
    expect(response?.status).toBe(500);
    expect(response?.body).toMatch(/^ERR_JSON_UNSERIALIZABLE/);
  });
});

describe('an answer after the answer', () => {
  const answers: [string, (res: PatchedResponse) => unknown][] = [
    ['json', (res) => res.json({})],
    ['send', (res) => res.send('second')],
    ['send', (res) => res.send()],
    ['sendStatus', (res) => res.sendStatus(500)],
    ['redirect', (res) => res.redirect('/')],
  ];
  const firsts: [string, (res: PatchedResponse) => unknown][] = [
    ['a helper answered', (res) => res.send('first')],
    ['end was called', (res) => res.end('first')],
    ['the head was written', (res) => res.writeHead(200, { 'Content-Length': 5 })],
    ['content was written', (res) => res.write('first')],
  ];

  test.each(
    firsts.flatMap(([when, first]) => answers.map(([name, second]) => ({ when, first, name, second }))),
  )('$name throws when $when, and changes nothing', async ({ first, name, second }) => {
    let error: unknown;
    const response = await answerOf((_req, res) => {
      first(res);
      try {
        second(res);
      } catch (thrown) {
        error = thrown;
      }
      if (!res.writableEnded) res.end('first');
    });
    expect(error).toMatchObject({ code: 'ERR_HTTP_HEADERS_SENT' });
    expect((error as Error).message).toContain(`res.${name}() was called after the response had been sent`);
    expect(response?.status).toBe(200);
    expect(response?.body).toMatch(/^(first)+$/);
    expect(response?.headers.location).toBeUndefined();
  });
});

describe('a field that can not be sent', () => {
  test.each<[string, (res: PatchedResponse) => unknown, string]>([
    ['a value with CR and LF', (res) => res.set('X-A', 'b\r\nX-Injected: 1'), 'ERR_INVALID_CHAR'],
    ['a list with LF', (res) => res.set('X-A', ['b', 'c\nd']), 'ERR_INVALID_CHAR'],
    ['a type with CR', (res) => res.type('text/html\rx'), 'ERR_INVALID_CHAR'],
    ['a type with LF', (res) => res.set('Content-Type', 'text/html\nx'), 'ERR_INVALID_CHAR'],
    ['a value outside latin1', (res) => res.set('X-A', '漢'), 'ERR_INVALID_CHAR'],
    ['a name with a space', (res) => res.set('X A', 'b'), 'ERR_INVALID_HTTP_TOKEN'],
    ['no value', (res) => res.set('X-A', undefined as never), 'ERR_HTTP_INVALID_HEADER_VALUE'],
    ['a list of types', (res) => res.set('Content-Type', ['a/b', 'c/d']), 'ERR_HTTP_INVALID_HEADER_VALUE'],
  ])('%s throws at once', async (_, call, code) => {
    const response = await answerOf((_req, res) => {
      expect(() => call(res)).toThrow(TypeError);
      expect([res.getHeaderNames(), res.headersSent]).toEqual([[], false]);
      call(res);
    });
    expect(response?.status).toBe(500);
    expect(response?.body).toMatch(new RegExp(`^${code}: `));
    expect(response?.headers['x-injected']).toBeUndefined();
  });

  test.each<[string, (res: PatchedResponse) => unknown, string]>([
    [
      'null',
      (res) => res.set('X-A', null as never),
      'The field "X-A" takes a text, a number, a boolean or a list of',
    ],
    ['a date', (res) => res.set('X-A', new Date(0) as never), 'The field "X-A" takes a text, a'],
    ['an object', (res) => res.set({ 'X-A': {} } as never), 'a list of these; got an object (Object).'],
    ['a list with null', (res) => res.set('X-A', ['b', null] as never), 'The field "X-A" takes a text, a'],
    ['a symbol', (res) => res.set('X-A', Symbol('s') as never), 'The field "X-A" takes a text, a'],
    [
      'no type',
      (res) => res.set('Content-Type', null as never),
      'The field "Content-Type" takes one text; got null.',
    ],
    [
      'no types',
      (res) => res.set('content-type', [] as never),
      'The field "content-type" takes one text; got a list.',
    ],
    [
      'no argument',
      (res) => res.set(...([] as unknown as [string, string])),
      'takes (name, value) or a plain object of',
    ],
    ['null for the fields', (res) => res.set(null as never), 'plain object of fields; got null.'],
    ['a number for the name', (res) => res.set(7 as never, 'a'), 'plain object of fields; got 7.'],
    ['a list of fields', (res) => res.set(['X-A: b'] as never), 'plain object of fields; got a list.'],
    [
      'a Map',
      (res) => res.set(new Map([['X-A', 'b']]) as never),
      'plain object of fields; got an object (Map).',
    ],
    [
      'no file extension',
      (res) => res.type(null as never),
      'res.type() takes a media type or a file extension; got null.',
    ],
  ])('%s throws an error that says what is taken', async (_, call, message) => {
    const response = await answerOf((_req, res) => {
      expect(() => call(res)).toThrow(TypeError);
      expect(res.getHeaderNames()).toEqual([]);
      call(res);
    });
    expect(response?.status).toBe(500);
    expect(response?.body).toContain(message);
  });

  test('a status message with LF throws before anything is written', async () => {
    const response = await answerOf((_req, res) => {
      res.statusMessage = 'a\r\nX-Injected: 1';
      expect(() => res.json({})).toThrow(expect.objectContaining({ code: 'ERR_INVALID_CHAR' }));
      expect(res.headersSent).toBe(false);
      res.statusMessage = 'fine';
      res.json({});
    });
    expect([response?.status, response?.reason, response?.body]).toEqual([200, 'fine', '{}']);
  });
});

describe('a status that is none', () => {
  test.each([
    ['200', TypeError, 'a status code is an integer such as 200; got "200"'],
    [200.5, TypeError, 'got 200.5'],
    [Number.NaN, TypeError, 'got NaN'],
    [undefined, TypeError, 'got undefined'],
    [99, RangeError, 'between 100 and 999; got 99'],
    [1000, RangeError, 'between 100 and 999; got 1000'],
  ])('%j is refused by status, sendStatus and redirect', async (code, kind, message) => {
    const response = await answerOf((_req, res) => {
      const calls = [() => res.status(code as never), () => res.sendStatus(code as never)];
      if (code !== undefined) calls.push(() => res.redirect(code as never, '/') as never);
      for (const call of calls) {
        expect(call).toThrow(kind);
        expect(call).toThrow(new RegExp(message, 'i'));
      }
      expect([res.statusCode, res.getHeaderNames()]).toEqual([200, []]);
      res.send('answered');
    });
    expect(response?.body).toBe('answered');
  });
});

describe('a redirect', () => {
  test.each([undefined, null, 7, {}])('to %j is refused', async (url) => {
    const response = await answerOf((_req, res) => {
      expect(() => res.redirect(302, url as never)).toThrow(TypeError);
      expect(() => res.redirect(url as never)).toThrow(TypeError);
      res.send('answered');
    });
    expect(response?.body).toBe('answered');
  });
});

test('a redirect with a status alone says that the url is missing', async () => {
  const response = await answerOf((_req, res) => {
    expect(() => res.redirect(301, undefined as never)).toThrow(TypeError);
    res.redirect(301 as never);
  });
  expect(response?.body).toContain('takes (url) or (status, url); got undefined for the url: ');
});

describe('a response whose client has gone', () => {
  test('takes an answer without an exception', async () => {
    let outcome: unknown;
    const answered = new Promise<void>((resolve) => {
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
    await answered;
    expect(outcome).toBe(true);
  });
});
