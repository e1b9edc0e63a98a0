// Layers that are removed while a request is in flight.

import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import { createExpressApplication } from '../src/express.ts';
import { type Application, createServer, type Layer, type RequestHandler } from '../src/index.ts';

const kinds: readonly [string, () => Application][] = [
  ['createServer()', () => createServer({ logError: () => {} }) as Application],
  ['Express 5', () => createExpressApplication(5)],
  ['Express 4', () => createExpressApplication(4)],
];

const removals: readonly [string, (stack: Layer[], layer: Layer) => Layer[] | undefined][] = [
  ['is taken out of the list', (stack, layer) => void stack.splice(stack.indexOf(layer), 1)],
  ['is not in a new list', (stack, layer) => stack.filter((each) => each !== layer)],
];

test.each(
  kinds.flatMap(([name, make]) => removals.map(([how, remove]) => [name, how, make, remove] as const)),
)(
  'a request to an application of %s runs the guard behind its layer when that %s',
  async (_name, _how, make, remove) => {
    const app = make();
    // In Express 4 reading `app.router` throws.
    const name = '_router' in app ? '_router' : 'router';
    const router = (): { stack: Layer[] } => Reflect.get(app, name);
    const removeItself: RequestHandler = (_req, _res, next) => {
      const { stack } = router();
      const own = stack.find(({ handle }) => handle === removeItself) as Layer;
      const rest = remove(stack, own);
      if (rest !== undefined) router().stack = rest;
      next();
    };
    app.use(removeItself);
    app.use((_req, res) => void res.status(403).end('guarded'));
    app.use((_req, res) => void res.end('open'));
    const server: Listening = await listen(createHttpServer(app as unknown as RequestListener));
    onTestFinished(() => server.close());
    const [response] = await exchange(server.port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(response?.body).toBe('guarded');
  },
);
