import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type Application,
  createServer,
  type Handler,
  Router,
  type ServerOptions,
} from '../../../src/index.ts';

const apps: Application[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

/** The response of an application in development to `/`. */
async function responseOf(
  register: (app: Application) => void,
  options: ServerOptions = {},
): Promise<string> {
  const app = createServer({ env: 'development', logError: () => undefined, ...options });
  apps.push(app);
  register(app);
  const server = app.listen(0);
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as { port: number };
  return (await fetch(`http://127.0.0.1:${port}/`)).text();
}

describe.each([true, false])('in development, with the fast lane %s', (fastLane) => {
  test('setHeader() throws with the location of the first response when the head has been sent', async () => {
    let late: Error | undefined;
    const register = (app: Application): void => {
      app.get('/', (_req, res) => {
        res.json({ first: true });
        try {
          res.setHeader('X-Late', '1');
        } catch (error) {
          late = error as Error;
        }
      });
    };
    expect(await responseOf(register, { fastLane })).toBe('{"first":true}');
    expect(late?.message).toMatch(/first response was sent at .*development\.integration\.test\.ts:\d+:\d+$/);
    expect(late?.stack).toContain(late?.message);
  });

  test('a helper throws with the location of the first response when it sends a second one', async () => {
    let second: Error | undefined;
    const register = (app: Application): void => {
      app.get('/', (_req, res) => {
        res.end('raw');
        try {
          res.send('again');
        } catch (error) {
          second = error as Error;
        }
      });
    };
    expect(await responseOf(register, { fastLane })).toBe('raw');
    expect(second?.message).toMatch(
      /first response was sent at .*development\.integration\.test\.ts:\d+:\d+$/,
    );
  });

  test('responses are written as in production: no method is replaced', async () => {
    const methods: unknown = Symbol.for('nextpress.methods');
    let replaced: readonly string[] | undefined;
    const register = (app: Application): void => {
      app.get('/', (_req, res) => {
        const own = (res as unknown as Record<symbol, object>)[methods as symbol] as Record<string, unknown>;
        replaced = Object.keys(own).filter((name) => Reflect.get(res, name) !== own[name]);
        expect(Object.keys(own)).toContain('writeHead');
        expect(Object.keys(res)).not.toContain('writeHead');
        res.json({ a: 1 });
      });
    };
    expect(await responseOf(register, { fastLane })).toBe('{"a":1}');
    expect(replaced).toEqual([]);
  });

  const pass: Handler = (_req, _res, next) => next();
  const hang: Handler = (_req, res) => {
    vi.advanceTimersByTime(3000);
    res.end('late');
  };
  const named = (name: string, handler: Handler): Handler =>
    Object.defineProperty((...args: Parameters<Handler>) => handler(...args), 'name', { value: name });

  test.each<[string, string, (app: Application) => void]>([
    ['a handler', "loadUser of get('/')", (app) => app.use(pass).get('/', named('loadUser', hang))],
    ['middleware', 'use(log)', (app) => app.use(named('log', hang))],
    ['middleware of a prefix', "use('/{*path}', log)", (app) => app.use('/{*path}', named('log', hang))],
    [
      'a handler of a router',
      "loadPet of get('/')",
      (app) => app.use(Router().get('/', named('loadPet', hang))),
    ],
    [
      'a handler after others of its route',
      "handler 3 of get('/')",
      (app) => app.get('/', pass, pass, (req, res, next) => void turn().then(() => hang(req, res, next))),
    ],
  ])('a warning names %s when a request has had no response for 3 s', async (_what, name, register) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const warning = new Promise<Error>((warned) => process.once('warning', warned));
    expect(await responseOf(register, { fastLane })).toBe('late');
    expect((await warning).message).toBe(
      `GET / has had no response for 3 s. The last layer reached is ${name}: it must respond or call next().`,
    );
  });
});

test('the warning about a request without a response says that a status alone sends nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const warning = new Promise<Error>((warned) => process.once('warning', warned));
  await responseOf((app) =>
    app.get('/', (_req, res) => {
      res.status(204);
      vi.advanceTimersByTime(3000);
      res.end();
    }),
  );
  expect((await warning).message).toContain(
    'It has set status 204, which sends nothing: use res.sendStatus().',
  );
});

test.each<[string, Handler]>([
  ['res.json()', (_req, res) => res.json({ user: Promise.resolve('ada') })],
  ['res.send()', (_req, res) => res.send({ user: Promise.resolve('ada') })],
  ['a returned object', () => ({ user: Promise.resolve('ada') })],
  ['an object whose promise rejects', () => ({ user: Promise.reject(new Error('why')) })],
])('a promise inside of %s is an error', async (_name, handler) => {
  const body = await responseOf((app) => app.get('/', handler));
  expect(JSON.parse(body)).toMatchObject({
    status: 500,
    detail: 'Invalid body of res.json(): got a promise in "user", which would be sent as {}: await it',
  });
});

test.each<[string, object, ServerOptions]>([
  ['promises with toJSON()', { user: Object.assign(Promise.resolve(), { toJSON: () => 'ada' }) }, {}],
  [
    'promises that a replacer converts',
    { user: Promise.resolve() },
    { jsonReplacer: (_name, value) => (value instanceof Promise ? 'ada' : value) },
  ],
])('%s are sent', async (_name, value, options) => {
  const body = await responseOf((app) => app.get('/', (_req, res) => res.json(value)), options);
  expect(body).toBe('{"user":"ada"}');
});

test('getters of a value run once', async () => {
  let runs = 0;
  const value = {
    get count() {
      return ++runs;
    },
  };
  expect(await responseOf((app) => app.get('/', (_req, res) => res.json(value)))).toBe('{"count":1}');
});

test('objects with toJSON() are sent', async () => {
  const date = new Date(0);
  const body = await responseOf((app) =>
    app.get('/', (_req, res) => res.json({ date, again: [date, null] })),
  );
  expect(body).toBe('{"date":"1970-01-01T00:00:00.000Z","again":["1970-01-01T00:00:00.000Z",null]}');
});

test('responses keep their methods in any other environment', async () => {
  const seen: boolean[] = [];
  await responseOf(
    (app) =>
      app.get('/', (_req, res) => {
        seen.push(Object.hasOwn(res, 'writeHead'), Object.hasOwn(res, 'setHeader'));
        res.end();
      }),
    { env: 'test' },
  );
  expect(seen).toEqual([false, false]);
});
