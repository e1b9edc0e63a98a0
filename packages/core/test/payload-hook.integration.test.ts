import { AsyncLocalStorage } from 'node:async_hooks';
import { gunzipSync, gzipSync } from 'node:zlib';
import { exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type HelperSettings,
  isPayloadPending,
  PAYLOAD_HOOK,
  type Payload,
  type PayloadHook,
  type ResponseSlots,
} from '../src/index.ts';
import { type PatchedRequest, type PatchedResponse, patchedServer } from './patched-server.ts';

type HookedResponse = PatchedResponse & ResponseSlots;
type HookedListener = (res: HookedResponse, req: PatchedRequest) => void;

let listening: Listening | undefined;
afterEach(() => listening?.close());

async function responseOf(
  hook: PayloadHook,
  listener: HookedListener,
  settings?: Partial<HelperSettings>,
  method = 'GET',
) {
  const server = patchedServer(
    (req, res) => {
      const hooked = res as HookedResponse;
      hooked[PAYLOAD_HOOK] = hook;
      listener(hooked, req);
    },
    {},
    settings,
  );
  listening = await listen(server);
  const [response, ...rest] = await exchange(
    listening.port,
    `${method} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    { methods: [method] },
  );
  expect(rest).toEqual([]);
  return response;
}

const text = (payload: Payload): string => (payload === null ? 'nothing' : Buffer.from(payload).toString());
const bracket: PayloadHook = (payload) => `<${text(payload)}>`;
const timing: readonly [string, (hook: PayloadHook) => PayloadHook][] = [
  ['synchronous', (hook) => hook],
  ['asynchronous', (hook) => async (payload, res) => hook(payload, res)],
];

describe.each(timing)('a hook that is %s', (_, make) => {
  test.each<[string, string, string | undefined, (res: HookedResponse) => void]>([
    ['json', '<{"a":1}>', 'application/json; charset=utf-8', (res) => res.json({ a: 1 })],
    ['jsonp', '<{"a":1}>', 'application/json; charset=utf-8', (res) => res.jsonp({ a: 1 })],
    ['send of a text', '<text>', 'text/html; charset=utf-8', (res) => res.send('text')],
    ['send of bytes', '<bytes>', 'application/octet-stream', (res) => res.send(Buffer.from('bytes'))],
    ['send of an object', '<[]>', 'application/json; charset=utf-8', (res) => res.send([])],
    ['send of null', '<nothing>', 'text/html; charset=utf-8', (res) => res.send(null)],
    ['send of nothing', '<nothing>', 'text/html; charset=utf-8', (res) => res.send()],
    ['sendStatus', '<OK>', 'text/plain; charset=utf-8', (res) => res.sendStatus(200)],
    ['redirect', '<Found. Redirecting to /a>', 'text/plain; charset=utf-8', (res) => res.redirect('/a')],
  ])('replaces the payload of %s', async (_name, body, type, respond) => {
    const response = await responseOf(make(bracket), respond);
    expect(response?.body).toBe(body);
    expect(response?.headers['content-type']).toBe(type);
    expect(response?.headers['content-length']).toBe(String(body.length));
  });

  test('runs before the ETag is computed, and sets headers and the status', async () => {
    const hook = make((payload, res) => {
      res.setHeader('X-Hook', 'yes');
      res.statusCode = 202;
      return bracket(payload, res);
    });
    const etag: HelperSettings['etag'] = (content) => `"${content}"`;
    const response = await responseOf(hook, (res) => res.send('a'), { etag });
    expect(response).toMatchObject({
      status: 202,
      body: '<a>',
      headers: { etag: '"<a>"', 'x-hook': 'yes', 'content-length': '3' },
    });
  });

  test('that returns bytes keeps the content type of the helper', async () => {
    let compressed = Buffer.alloc(0);
    const hook = make((payload, res) => {
      res.setHeader('Content-Encoding', 'gzip');
      compressed = gzipSync(payload as string);
      return compressed;
    });
    const response = await responseOf(hook, (res) => res.json({ a: 1 }));
    expect(response?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-encoding': 'gzip',
      'content-length': String(compressed.length),
    });
    expect(gunzipSync(compressed).toString()).toBe('{"a":1}');
  });

  test.each<[string, Payload | undefined, string]>([
    ['undefined leaves the payload unchanged', undefined, 'text'],
    ['null removes the payload', null, ''],
    ['an empty text removes the payload', '', ''],
  ])('that returns %s', async (_name, result, body) => {
    const response = await responseOf(
      make(() => result),
      (res) => res.send('text'),
    );
    expect(response?.body).toBe(body);
    expect(response?.headers['content-length']).toBe(String(body.length));
  });

  test('gets the payload of HEAD, and the length of its result is sent', async () => {
    const response = await responseOf(make(bracket), (res) => res.send('text'), {}, 'HEAD');
    expect(response?.headers['content-length']).toBe('6');
    expect(response?.body).toBe('');
  });

  test.each<[string, PayloadHook, unknown]>([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
      'broken',
    ],
    ['returns an object', () => ({}) as never, /^Invalid payload: expected a hook to return a string/],
    [
      'throws undefined',
      () => {
        throw undefined;
      },
      'A payload hook threw undefined',
    ],
  ])(
    'that %s passes the error to next, which can respond through the hook',
    async (_name, broken, message) => {
      let calls = 0;
      const hook = make((payload, res) => (calls++ === 0 ? broken(payload, res) : bracket(payload, res)));
      const response = await responseOf(hook, (res, req) => {
        Object.assign(req, { next: (error: Error) => res.status(500).send(error.message) });
        res.send('text');
      });
      expect(response?.status).toBe(500);
      expect(response?.body.slice(1, -1)).toMatch(message as string);
      expect(calls).toBe(2);
    },
  );

  test('keeps the context of AsyncLocalStorage for the methods of the response', async () => {
    const storage = new AsyncLocalStorage<string>();
    let seen: string | undefined;
    await responseOf(make(bracket), (res) => {
      const { setHeader } = res;
      res.setHeader = (name, value) => {
        seen = storage.getStore();
        return setHeader.call(res, name, value) as HookedResponse;
      };
      storage.run('request', () => res.send('text'));
    });
    expect(seen).toBe('request');
  });

  test('runs once, and the next response throws', async () => {
    let calls = 0;
    const hook = make((payload) => {
      calls++;
      return payload;
    });
    const response = await responseOf(hook, (res) => {
      res.send('first');
      expect(() => res.send('second')).toThrow(
        expect.objectContaining({
          code: 'ERR_HTTP_HEADERS_SENT',
          message: expect.stringContaining('Cannot set headers'),
        }),
      );
    });
    expect(response?.body).toBe('first');
    expect(calls).toBe(1);
  });
});

test('another response throws, and the payload is pending, while a hook is running', async () => {
  let resolve: (payload: string) => void = () => {};
  const promise = new Promise<string>((settle) => {
    resolve = settle;
  });
  const pending: boolean[] = [];
  const response = await responseOf(
    () => promise,
    (res) => {
      pending.push(isPayloadPending(res));
      res.json({});
      pending.push(isPayloadPending(res), res.headersSent);
      for (const respond of [
        () => res.json({}),
        () => res.send(),
        () => res.send(null),
        () => res.redirect('/'),
        () => res.sendStatus(404),
      ]) {
        expect(respond).toThrow(expect.objectContaining({ code: 'ERR_HTTP_HEADERS_SENT' }));
      }
      res.once('finish', () => pending.push(isPayloadPending(res)));
      resolve('first');
    },
  );
  expect(response).toMatchObject({ status: 200, body: 'first' });
  expect(pending).toEqual([false, true, false, false]);
});

test('a hook that ends the response itself passes an error to next', async () => {
  const errors: unknown[] = [];
  const response = await responseOf(
    async (_payload, res) => {
      res.end('own');
    },
    (res, req) => {
      Object.assign(req, { next: (error: unknown) => errors.push(error) });
      res.send('text');
    },
  );
  expect(response?.body).toBe('own');
  expect(errors).toEqual([expect.objectContaining({ code: 'ERR_HTTP_HEADERS_SENT' })]);
});

describe('without next', () => {
  const broken = new Error('broken');

  test('a hook that throws makes the helper throw', async () => {
    const hook: PayloadHook = () => {
      throw broken;
    };
    const response = await responseOf(hook, (res) => {
      expect(() => res.send('text')).toThrow(broken);
      res.end('caught');
    });
    expect(response?.body).toBe('caught');
  });

  test('a hook that rejects closes the connection', async () => {
    const response = await responseOf(
      () => Promise.reject(broken),
      (res) => res.send('text'),
    );
    expect(response).toBeUndefined();
  });
});
