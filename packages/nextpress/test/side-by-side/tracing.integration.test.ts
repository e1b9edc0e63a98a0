import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { createServer as createNodeServer, type RequestListener } from 'node:http';
import { exchange, listen } from '@nextpress-internal/test-kit';
import theirs, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { createServer } from 'nextpress';
import ours from 'nextpress/express';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Ask, ask, format, get } from './ask.ts';
import type { Express } from './compare.ts';

/** The message of a diagnostics channel. */
interface Call {
  req: { url: string; baseUrl: string; params: object };
  layer: { name: string; method?: string; rawPath: unknown };
  handler: { name: string };
  route: unknown;
  param?: string;
  errorHandler?: true;
  incomingError?: unknown;
  result?: unknown;
  error?: unknown;
}

const channel = tracingChannel<unknown, Call>('express.router.request');
const EVENTS = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;

/** Records every published event as text until `stop`. */
function record(): { events: string[]; stop: () => void } {
  const events: string[] = [];
  const subscribers = Object.fromEntries(
    EVENTS.map((event) => [event, (call: Call) => void events.push(`${event} ${describeCall(call)}`)]),
  ) as Record<(typeof EVENTS)[number], (call: Call) => void>;
  channel.subscribe(subscribers);
  return { events, stop: () => channel.unsubscribe(subscribers) };
}

function describeCall(call: Call): string {
  const { layer, handler, route, param, errorHandler, incomingError, req } = call;
  const names = Object.keys(call).filter((name) => !['result', 'error'].includes(name));
  const parts = [
    `${layer.name} ${layer.method ?? '-'} ${String(layer.rawPath)} ${handler.name}`,
    `route=${String(route)} url=${req.url} base=${req.baseUrl} params=${JSON.stringify(req.params)}`,
    names.join(),
  ];
  if (param !== undefined) parts.push(`param=${param}`);
  if (errorHandler) parts.push(`incoming=${String(incomingError)}`);
  if ('result' in call) parts.push(`result=${String(call.result)}`);
  if ('error' in call) parts.push(`error=${String(call.error)}`);
  return parts.join(' | ');
}

const pass: RequestHandler = function pass(_req, _res, next) {
  next();
};
const end: RequestHandler = function end(_req, res) {
  res.end('end');
};
const late: RequestHandler = async function late(_req, _res, next) {
  await Promise.resolve();
  next();
};
const fails: RequestHandler = function fails() {
  throw new Error('thrown');
};
const rejects: RequestHandler = async function rejects() {
  throw new Error('rejected');
};
const passesError: RequestHandler = function passesError(_req, _res, next) {
  next(new Error('passed'));
};
const passesAsync: RequestHandler = async function passesAsync(_req, _res, next) {
  next(new Error('passed, then resolved'));
  return 7;
};
const recovers: ErrorRequestHandler = function recovers(_error, _req, _res, next) {
  next();
};
const passesOn: ErrorRequestHandler = function passesOn(error, _req, _res, next) {
  next(error);
};
const replaces: ErrorRequestHandler = async function replaces(error, _req, _res, _next) {
  throw new Error(`instead of ${error.message}`);
};
const caught: ErrorRequestHandler = function caught(error, _req, res, _next) {
  res.status(500).end(String(error));
};

const cases: Record<string, { app: (express: Express) => unknown; asks: readonly Ask[] }> = {
  'middleware and handlers': {
    app: (express) => express().use(pass, late).get('/a/:id', pass, late, end).post('/a/:id', end).use(end),
    asks: [get('/a/7'), ask('HEAD', '/a/7'), ask('POST', '/a/8'), get('/b')],
  },
  'prefixes, routers and applications': {
    app: (express) => {
      const router = express.Router({ mergeParams: true }).use(pass).get('/in/:id', end);
      const inner = express().get('/deep', end);
      return express().use('/p/:name', pass, router).use('/m', inner).use(end);
    },
    asks: [get('/p/x/in/7'), get('/p/x/other'), get('/m/deep'), get('/m/none')],
  },
  'lists of paths and regular expressions': {
    app: (express) =>
      express()
        .use(['/a', '/b'], pass)
        .get(['/a/:x', '/b/:y'], end)
        .use([/^\/r/, '/s'], pass)
        .get(/^\/r(\d)/, end)
        .all(['/s', /^\/t/], end),
    asks: ['/a/1', '/b/2', '/r3', '/s', '/t'].map((path) => get(path)),
  },
  'a router in a route': {
    app: (express) =>
      express().get('/a/:id', express.Router().get('/a/:x', pass).get('/none', end) as never, end),
    asks: [get('/a/7')],
  },
  'all of a path': {
    app: (express) => {
      const app = express();
      app.all('/a', pass, end);
      app.route('/b').all(pass).get(end);
      return app;
    },
    asks: [get('/a'), ask('PUT', '/a'), get('/b')],
  },
  'next("route") and next("router")': {
    app: (express) => {
      const router = express.Router().get('/a', (_req, _res, next) => next('router'), end);
      return express()
        .get(
          '/a',
          function skips(_req, _res, next) {
            next('route');
          },
          end,
        )
        .use(router)
        .get('/a', async (_req, _res, next) => {
          next('route');
        })
        .get('/a', end);
    },
    asks: [get('/a')],
  },
  'errors, once each': {
    app: (express) =>
      express()
        .use('/thrown', fails)
        .get('/rejected', rejects)
        .get('/passed', passesError)
        .get('/resolved', passesAsync)
        .use(passesOn, replaces, caught),
    asks: ['/thrown', '/rejected', '/passed', '/resolved'].map((path) => get(path)),
  },
  'errors from inside of routers': {
    app: (express) => {
      const router = express.Router().get('/a', fails).get('/b', rejects, end).use(passesOn);
      return express().use('/r', express.Router().use('/s', router)).use(caught);
    },
    asks: [get('/r/s/a'), get('/r/s/b')],
  },
  'an error that comes back after it was handled': {
    app: (express) => {
      const error = new Error('again');
      return express()
        .use(function first() {
          throw error;
        })
        .use(recovers)
        .use(function second(_req, _res, next) {
          next(error);
        })
        .use(caught);
    },
    asks: [get('/')],
  },
  'a path that can not be decoded': {
    app: (express) => express().use('/in', express.Router().get('/:id', end).get('/other', end)).use(caught),
    asks: [get('/in/%FF')],
  },
  'callbacks of params': {
    app: (express) => {
      const router = express.Router();
      router.param('id', function check(_req, _res, next) {
        next();
      });
      router.param('id', async function load(_req, _res, next) {
        await Promise.resolve();
        next();
        return 'loaded';
      });
      router.param('bad', function refuse() {
        throw new Error('refused');
      });
      router.param('worse', async function reject() {
        throw new Error('rejected');
      });
      router.use('/u/:id', pass);
      router.get(['/u/:id/x', '/v/:id'], end).get('/bad/:bad', end).get('/worse/:worse', end);
      return express().use('/r', router).use(caught);
    },
    asks: ['/r/u/7/x', '/r/v/8', '/r/bad/9', '/r/worse/9'].map((path) => get(path)),
  },
  'what is returned': {
    app: (express) =>
      express()
        .use(function returns(_req, _res, next) {
          next();
          return 'a value';
        } as RequestHandler)
        .use((async (_req, res) => {
          res.end();
          return 'resolved';
        }) as RequestHandler),
    asks: [get('/')],
  },
  'a stack whose functions are replaced': {
    app: (express) => {
      const app = express().use(pass).get('/a', pass, end);
      for (const layer of (app.router as unknown as { stack: { handle: RequestHandler }[] }).stack) {
        const { handle } = layer;
        layer.handle = function wrapped(req, res, next) {
          return handle(req, res, next);
        };
      }
      return app;
    },
    asks: [get('/a')],
  },
};

const apps = (build: (express: Express) => unknown, express: unknown) =>
  build(express as Express) as RequestListener;

async function published(app: RequestListener, asks: readonly Ask[]): Promise<string[]> {
  const server = await listen(createNodeServer(app));
  const { events, stop } = record();
  try {
    for (const each of asks) {
      events.push(`${each.method} ${each.target}`);
      await exchange(server.port, format(each), { methods: [each.method], responses: 1 });
      await new Promise(setImmediate);
    }
    return events;
  } finally {
    stop();
    await server.close();
  }
}

afterEach(() => void vi.restoreAllMocks());

describe('the channel express.router.request', () => {
  test.each(Object.entries(cases))(
    'publishes what Express publishes about %s',
    async (_about, { app, asks }) => {
      vi.spyOn(console, 'error').mockImplementation(() => {});
      const expected = await published(apps(app, theirs), asks);
      const actual = await published(apps(app, ours), asks);
      expect(actual).toEqual(expected);
      expect(expected.length).toBeGreaterThan(asks.length);
    },
  );

  test('publishes for applications of createServer() too', async () => {
    const events = await published(
      createServer()
        .use(pass as never)
        .get('/a/:id', end as never) as unknown as RequestListener,
      [get('/a/7')],
    );
    expect(events.filter((event) => event.startsWith('start')).map((event) => event.split(' | ')[0])).toEqual(
      ['start pass - / pass', 'start end get / end'],
    );
  });

  test('runs functions, and what they start, with the stores that are bound to it', async () => {
    const storage = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const app = ours()
      .use((_req, _res, next) => {
        seen.push(storage.getStore());
        setImmediate(next);
      })
      .get('/a', (_req, res) => {
        seen.push(storage.getStore());
        res.end();
      });
    channel.start.bindStore(storage, (call) => String(call.layer.method ?? 'middleware'));
    try {
      await published(app as unknown as RequestListener, [get('/a')]);
    } finally {
      channel.start.unbindStore(storage);
    }
    expect(seen).toEqual(['middleware', 'get']);
  });

  test('is heard from the next request on, and silent when nothing subscribes', async () => {
    const app = ours().use((_req, res) => void res.end());
    const server = await listen(createNodeServer(app));
    const ask = () => fetch(`http://127.0.0.1:${server.port}/`);
    try {
      await ask();
      const { events, stop } = record();
      await ask();
      expect(events.length).toBe(2);
      stop();
      await ask();
      expect(events.length).toBe(2);
    } finally {
      await server.close();
    }
  });
});
