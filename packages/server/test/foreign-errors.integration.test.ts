import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable, Stream } from 'node:stream';
import { foreignErrors, thrownValues } from '@nextpress-internal/test-kit';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createExpressApplication } from '../src/express.ts';
import {
  type Application,
  createServer,
  type ErrorRequestHandler,
  type RequestHandler,
  Router,
} from '../src/index.ts';
import { converse } from './internal/converse.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const clean of cleanups.splice(0)) await clean();
});

async function listen(app: Application): Promise<number> {
  const server = app.listen(0, '127.0.0.1');
  cleanups.push(() => app.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const GET = 'GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
/** The fast lane leaves a request with `Connection: close` to Node. */
const GET_OK = 'GET /ok HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

const kinds = [
  ['createServer() in the fast lane', () => createServer({ env: 'development' })],
  ["createServer() in Node's lane", () => createServer({ fastLane: false })],
  ['createServer() with a logger', () => createServer({ logger: readingLogger() })],
  ['nextpress/express', () => createExpressApplication() as unknown as Application],
] as const;

/** Reads errors as loggers do. */
function readingLogger() {
  const read = ({ err }: { err?: Error } = {}): string => `${err?.stack} ${err?.name} ${err?.cause}`;
  return { fatal: read, error: read, warn: read, info: read, debug: read, trace: read };
}

/** Makes a value again for each request. */
type Make = () => unknown;

function throwIt(make: Make): never {
  throw make();
}

/** What throws, rejects or passes on a value, by its title. */
const places: Readonly<Record<string, (app: Application, make: Make) => unknown>> = {
  'a handler throws': (app, make) => app.get('/a', () => throwIt(make)),
  'a handler rejects': (app, make) => app.get('/a', async () => throwIt(make)),
  'a handler rejects later': (app, make) =>
    app.get('/a', async () => {
      await new Promise(setImmediate);
      throwIt(make);
    }),
  'middleware throws': (app, make) => app.use(rootOnly(() => throwIt(make))),
  'a router throws': (app, make) => app.use(Router().get('/a', () => throwIt(make)) as never),
  'an error handler throws': (app, make) =>
    app.get('/a', () => throwIt(() => new Error('first'))).use(onError(() => throwIt(make))),
  'an error handler rejects': (app, make) =>
    app.get('/a', () => throwIt(() => new Error('first'))).use(onError(async () => throwIt(make))),
  'a param callback throws': (app, make) =>
    app.param('id', (_req, _res, next, id) => (id === 'a' ? throwIt(make) : next())).get('/:id', passOn),
  'a param callback rejects': (app, make) =>
    app
      .param('id', async (_req, _res, next, id) => (id === 'a' ? throwIt(make) : next()))
      .get('/:id', passOn),
  'an onRequest hook rejects': (app, make) =>
    app.addHook('onRequest', async ({ url }) => void (url === '/a' && throwIt(make))),
  'a preHandler hook throws': (app, make) =>
    app
      .get('/a', (_req, res) => res.send('kept'))
      .addHook('preHandler', (req, _res, next) => {
        if (req.url === '/a') throwIt(make);
        next();
      }),
  'an onSend hook rejects': (app, make) =>
    app
      .get('/a', (_req, res) => res.send('kept'))
      .addHook('onSend', async ({ url }) => void (url === '/a' && throwIt(make))),
  'an onError hook throws': (app, make) =>
    app.addHook('onError', () => throwIt(make)).get('/a', () => throwIt(make)),
  'a view engine throws': (app, make) =>
    app
      .set(
        'view',
        viewThat(() => throwIt(make)),
      )
      .get('/a', render),
  'an error has as its cause': (app, make) =>
    app.get('/a', () => throwIt(() => new Error('outer', { cause: make() }))),
};

class BrokenSource {
  readonly #make: Make;
  readonly #chunks: string[];
  constructor(make: Make, first: readonly string[]) {
    this.#make = make;
    this.#chunks = [...first];
  }

  [Symbol.asyncIterator]() {
    return { next: () => ({ value: this.#chunks.pop() ?? throwIt(this.#make), done: false }) };
  }
}

function failingStream(make: Make, first: readonly string[]): ReadableStream {
  const chunks = [...first];
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks.pop();
      if (chunk === undefined) controller.error(make());
      else controller.enqueue(Buffer.from(chunk));
    },
  });
}

/** Streams that fail, before the head of the response is sent or after a chunk. They are not sent by `nextpress/express`. */
const streams: Readonly<Record<string, (make: Make, first: readonly string[]) => unknown>> = {
  'an async generator throws': async function* (make, first) {
    yield* first;
    throwIt(make);
  },
  'the source of an async generator throws': async function* (make, first) {
    yield* first;
    const next = async (): Promise<IteratorResult<string>> => throwIt(make);
    yield* { [Symbol.asyncIterator]: () => ({ next }) };
  },
  'an iterator throws at once': (make, first) => new BrokenSource(make, first),
  'a Readable of a generator throws': (make, first) =>
    Readable.from(streams['an async generator throws']?.(make, first) as AsyncIterable<unknown>),
  'a Readable is destroyed': (make, first) => {
    const chunks = [...first];
    return new Readable({
      read() {
        const chunk = chunks.pop();
        if (chunk === undefined) this.destroy(make() as Error);
        else this.push(chunk);
      },
    });
  },
  'the read method of a Readable throws': (make, first) => {
    const chunks = [...first];
    return new Readable({
      read: function read() {
        this.push(chunks.pop() ?? throwIt(make));
      },
    });
  },
  'a Readable emits an error': (make, first) => {
    const chunks = [...first];
    return new Readable({
      read() {
        const chunk = chunks.pop();
        if (chunk === undefined) this.emit('error', make());
        else this.push(chunk);
      },
    });
  },
  'an old stream emits an error': (make, [first]) => {
    const stream = Object.assign(new Stream(), { readable: true, pause() {}, resume() {} });
    setImmediate(() => {
      if (first !== undefined) stream.emit('data', first);
      setImmediate(() => stream.emit('error', make()));
    });
    return stream;
  },
  'a web stream fails': failingStream,
  'the pull method of a web stream throws': (make, first) => {
    const chunks = [...first];
    return new ReadableStream({
      pull: (controller) => controller.enqueue(Buffer.from(chunks.pop() ?? throwIt(make))),
    });
  },
  'the body of a web response fails': (make, first) => new Response(failingStream(make, first)),
};

function rootOnly(handler: RequestHandler): RequestHandler {
  return (req, res, next) => (req.url === '/a' ? handler(req, res, next) : next());
}

function onError(handler: () => unknown): ErrorRequestHandler {
  return (_error, _req, _res, _next) => handler();
}

const passOn: RequestHandler = (_req, _res, next) => next();

const render: RequestHandler = (_req, res) => res.render('view');

function viewThat(fail: () => never) {
  return class {
    readonly path = 'view.html';
    render(): never {
      return fail();
    }
  };
}

describe.each(kinds)('%s', (kind, create) => {
  /** Serves one request for each value, and another one after it. */
  async function serveEach(
    values: readonly (readonly [string, Make])[],
    install: (app: Application, make: Make) => unknown,
    check: (response: string, what: string) => void,
  ): Promise<void> {
    vi.spyOn(console, 'error').mockReturnValue();
    let make: Make = () => undefined;
    const app = create();
    install(app, () => make());
    app.get('/ok', (_req, res) => void res.end('ok'));
    const port = await listen(app);
    for (const [what, makeValue] of values) {
      make = makeValue;
      check(await converse(port, GET), what);
      expect([what, await converse(port, GET_OK)]).toEqual([
        what,
        expect.stringMatching(/^HTTP\/1.1 200 .*ok$/s),
      ]);
    }
  }

  const isFailure = (response: string, what: string): void =>
    expect([what, response]).toEqual([what, expect.stringMatching(/^(?:$|HTTP\/1.1 500 )/)]);

  test.each(Object.entries(places))('responds with an error when %s any value', (_place, install) =>
    serveEach(thrownValues, install, isFailure),
  );

  test('responds with an error when a handler passes on an error of any kind', () =>
    serveEach(foreignErrors, (app, make) => app.get('/a', (_req, _res, next) => next(make())), isFailure));

  const isCut = (response: string, what: string): void =>
    expect([what, response]).toEqual([what, expect.not.stringMatching(/^HTTP\/1.1 200 .*\r\n0\r\n\r\n$/s)]);

  describe.skipIf(kind === 'nextpress/express').each(Object.entries(streams))(
    'when %s any value',
    (_what, open) => {
      test('responds with an error before the first chunk', () =>
        serveEach(thrownValues, (app, make) => app.get('/a', () => open(make, [])), isFailure));

      test('aborts the response after the first chunk', () =>
        serveEach(
          thrownValues,
          (app, make) => app.get('/a', (_req, res) => res.send(open(make, ['part']))),
          isCut,
        ));
    },
  );

  test.each<[string, (...args: Parameters<RequestHandler>) => (error: Error) => unknown]>([
    ['response', (_req, res) => (error) => res.destroy(error)],
    [
      'begun response',
      (_req, res) => (error) => {
        res.write('part');
        return res.destroy(error);
      },
    ],
    ['request', (req) => (error) => req.destroy(error)],
    [
      'socket',
      ({ socket }) =>
        (error) =>
          socket.destroy(error),
    ],
    [
      'socket by an event',
      ({ socket }) =>
        (error) =>
          socket.emit('error', error),
    ],
  ])('ends the exchange when a handler destroys its %s with any value', (_what, destroyer) =>
    serveEach(
      foreignErrors,
      (app, make) => app.get('/a', (req, res, next) => void destroyer(req, res, next)(make() as Error)),
      (response, what) =>
        expect([what, response]).toEqual([what, expect.not.stringContaining('200 OK\r\n0')]),
    ),
  );
});

describe('an invalid response', () => {
  test.each<[string, RequestHandler]>([
    [
      'end',
      (_req, res) => {
        res.end = () => {
          throw new Error('end');
        };
        throw new Error('handler');
      },
    ],
    [
      'end and destroy',
      (_req, res) => {
        res.end = res.destroy = () => {
          throw new Error('end');
        };
        throw new Error('handler');
      },
    ],
    [
      'removeHeader',
      (_req, res) => {
        res.setHeader('X-Own', 'a');
        res.removeHeader = res.hasHeader = () => {
          throw new Error('removeHeader');
        };
        throw new Error('handler');
      },
    ],
  ])('closes the connection when a replaced %s throws', async (_what, handler) => {
    vi.spyOn(console, 'error').mockReturnValue();
    for (const fastLane of [true, false]) {
      const port = await listen(createServer({ fastLane }).use(handler) as Application);
      expect(await converse(port, GET)).toBe('');
    }
  });
});
