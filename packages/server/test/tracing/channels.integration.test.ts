// The diagnostics channels of Node and of Express's router, for applications of createServer().
import { subscribe, tracingChannel, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer as createHttpServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { exchange } from '@nextpress-internal/test-kit';
import { describe, expect, test } from 'vitest';
import { type Application, createServer, type Request, Router } from '../../src/index.ts';
import { serverDialect } from '../../src/internal/application/server-dialect.ts';
import { instrumentFor } from '../../src/internal/planning/instrument.ts';
import { LayerRegistry } from '../../src/internal/planning/layer-registry.ts';
import { middlewareLayer } from '../../src/internal/registration/make-layer.ts';

const HTTP_CHANNELS = [
  'http.server.request.start',
  'http.server.response.created',
  'http.server.response.finish',
];

interface HttpMessage {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket?: Socket;
  readonly server?: Server;
}

/** Collects what Node's channels publish until `stop`. */
function collect(server: Server): { notes: string[]; stop: () => void } {
  const notes: string[] = [];
  const subscribers = HTTP_CHANNELS.map((name) => {
    const note = (message: unknown): void => {
      const { request, response, socket, server: sender } = message as HttpMessage;
      const facts = {
        members: Object.keys(message as object).sort(),
        genuine: request instanceof IncomingMessage && response instanceof ServerResponse,
        belongs: response.req === request,
        sender: sender === undefined ? undefined : sender === server,
        socket: socket === undefined ? undefined : socket instanceof Socket,
        status: response.statusCode,
        headersSent: response.headersSent,
      };
      notes.push(`${request.method} ${request.url} ${name} ${JSON.stringify(facts)}`);
    };
    subscribe(name, note);
    return () => unsubscribe(name, note);
  });
  return {
    notes,
    stop: () => {
      for (const stop of subscribers) stop();
    },
  };
}

/** Sends pipelined requests and returns what the channels have published, by request. */
async function published(server: Server): Promise<string[]> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { notes, stop } = collect(server);
  const methods = ['GET', 'POST', 'HEAD', 'GET'];
  const bytes =
    'GET /now HTTP/1.1\r\nHost: a\r\n\r\n' +
    'POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody' +
    'HEAD /now HTTP/1.1\r\nHost: a\r\n\r\n' +
    'GET /later HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  try {
    await exchange((server.address() as AddressInfo).port, bytes, { methods, responses: methods.length });
    await new Promise(setImmediate);
  } finally {
    stop();
    await new Promise((resolve) => server.close(resolve));
  }
  // Only what is published for one request has an order.
  return notes.sort((one, other) => {
    const [a, b] = [one, other].map((note) => note.split(' http.server')[0] as string) as [string, string];
    return a < b ? -1 : a > b ? 1 : 0;
  });
}

const respond = (req: IncomingMessage, res: ServerResponse): void => {
  res.statusCode = 203;
  if (req.url === '/later') setImmediate(() => res.end('later'));
  else if (req.method === 'POST') req.resume().on('end', () => res.end('read'));
  else res.end('now');
};

/** The server of an application before it listens on a port of the test. */
async function serverOf(app: Application): Promise<Server> {
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await new Promise((resolve) => server.close(resolve));
  return server;
}

test.each([true, false])(
  'Node publishes the same on its HTTP channels for an application with fastLane: %s as for a bare server',
  async (fastLane) => {
    const expected = await published(createHttpServer(respond));
    const app = createServer({ fastLane }).use((req, res) => respond(req, res));
    const actual = await published(await serverOf(app));
    expect(actual).toEqual(expected);
    const finished = actual.filter((note) => note.includes('response.finish'));
    expect(finished).toHaveLength(4);
    expect(finished[0]).toContain('"sender":true,"socket":true,"status":203,"headersSent":true');
  },
);

interface RouterCall {
  readonly req: Request;
  readonly layer: { readonly name: string; readonly method?: string };
  readonly route: unknown;
}

const channel = tracingChannel<unknown, RouterCall>('express.router.request');

describe.each([true, false])('the tracing channel with fastLane: %s', (fastLane) => {
  test('has the patterns of routes in scopes and of routers in them', async () => {
    const users = Router().get('/:id', function show(req, res) {
      res.json(req.params);
    });
    const app = createServer({ fastLane, logError: () => {} });
    app.register(
      (scope) => {
        scope.use(function audit(_req, _res, next) {
          next();
        });
        scope.get('/stats/:day', function stats(_req, res) {
          res.json(1);
        });
        scope.use('/users', users);
        scope.get('/fail', () => {
          throw new Error('no data');
        });
        scope.setErrorHandler(function recover(_error, _req, res, _next) {
          res.status(500).json(2);
        });
      },
      { prefix: '/admin' },
    );
    const seen: string[] = [];
    const subscriber = {
      start: ({ req, layer, route }: RouterCall) =>
        void seen.push(`${layer.name} ${layer.method ?? '-'} ${req.baseUrl}${route}`),
      end() {},
      asyncStart() {},
      asyncEnd() {},
      error: ({ error }: { error: unknown }) => void seen.push(`error ${(error as Error).message}`),
    };
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    channel.subscribe(subscriber);
    try {
      const { port } = server.address() as AddressInfo;
      for (const path of ['/admin/stats/monday', '/admin/users/7', '/admin/fail']) {
        await fetch(`http://127.0.0.1:${port}${path}`);
      }
    } finally {
      channel.unsubscribe(subscriber);
      await app.close();
    }
    expect(seen).toEqual([
      'audit - /admin/admin',
      'stats get /admin/stats/:day',
      'audit - /admin/admin',
      'router - /admin/users/admin/users',
      'show get /admin/users/:id',
      'audit - /admin/admin',
      '<anonymous> get /admin/fail',
      'error no data',
      'recover - /',
    ]);
  });
});

test('a plan has the functions of the application, unless the tracing channel has subscribers', () => {
  const registry = new LayerRegistry({ readOptions: () => ({}), dialect: serverDialect });
  const handle = (): void => {};
  registry.append(middlewareLayer('/', handle, registry.rules));
  const subscriber = { start() {}, end() {}, asyncStart() {}, asyncEnd() {}, error() {} };
  const layers = (): readonly unknown[] => {
    return registry.plan(instrumentFor({} as Request)).chainIn(registry.root, 'GET', '/').chain.layers;
  };
  expect(layers()).toEqual([handle]);
  channel.subscribe(subscriber);
  expect(layers()[0]).not.toBe(handle);
  channel.unsubscribe(subscriber);
  expect(layers()).toEqual([handle]);
});
