// The layers that libraries make for Express 4, and the methods of layers that they replace, next to those of Express 4.
import { createRequire } from 'node:module';
import { type AddressInfo, connect } from 'node:net';
import express4 from 'express-4';
import { afterEach, describe, expect, test } from 'vitest';
import { createExpressApplication, ExpressLayer, Router4 } from '../../../src/express.ts';
import type { Application } from '../../../src/types/application.ts';

type AnyLayer = Record<'handle_request' | 'handle_error', (...args: unknown[]) => void> & {
  match(path: string): boolean;
  readonly name: string;
  readonly keys: readonly { readonly name: string | number }[];
  readonly params: object | undefined;
  readonly path: string | undefined;
  readonly regexp: RegExp;
};
interface LayerClass {
  new (path: unknown, options: unknown, handle: (...args: never[]) => void): AnyLayer;
  (path: unknown, options: unknown, handle: (...args: never[]) => void): AnyLayer;
  readonly prototype: AnyLayer;
}

const TheirLayer = createRequire(import.meta.url)('express-4/lib/router/layer') as LayerClass;
const OurLayer = ExpressLayer as unknown as LayerClass;
const sides = [
  { Layer: TheirLayer, make: express4 as unknown as () => Application, Router: express4.Router },
  { Layer: OurLayer, make: () => createExpressApplication(4), Router: Router4 },
] as const;

async function ask(app: Application, path: string): Promise<string> {
  const server = app.listen(0);
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.end(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  let text = '';
  for await (const part of socket) text += part;
  server.close();
  return `${text.split(' ')[1]} ${text.split('\r\n\r\n')[1]}`;
}

describe('a layer made by a library', () => {
  const paths = [
    '/',
    '*',
    '/a/:b',
    '/a/:b?',
    '/A/*',
    '/x(yz)?',
    /^\/r(\d+)/,
    ['/a', '/b/:c'],
    ['/x', /^\/a/],
  ];
  const options = [null, undefined, {}, { end: false }, { strict: true }, { sensitive: true, end: false }];
  const targets = [
    '/',
    '/a',
    '/a/b',
    '/a/%C3%A9',
    '/a/b/',
    '/a/b/c',
    '/A/b',
    '/x',
    '/xyz',
    '/r12/3',
    '/b/1',
    '',
  ];
  const cases = paths.flatMap((path) => options.map((option) => [path, option] as const));

  test.each(cases)('matches the path %o with the options %o as in Express 4', (path, option) => {
    const [theirs, ours] = sides.map(({ Layer }) => {
      const layer = new Layer(path, option, function named() {});
      const results = targets.map((target) => [target, layer.match(target), layer.params, layer.path]);
      return [layer.name, layer.keys.map(({ name }) => name), results];
    });
    expect(ours).toEqual(theirs);
  });

  test('can be created without new, and by a class that extends it', () => {
    for (const { Layer } of sides) {
      class Own extends Layer {
        shout(): string {
          return `${this.name}!`;
        }
      }
      expect(Layer('/a', {}, function named() {})).toBeInstanceOf(Layer);
      expect(new Own('/a', {}, function named() {}).shout()).toBe('named!');
    }
  });

  test('runs at the position where a tool inserts it in the stack', async () => {
    const responses = sides.map(async ({ Layer, make }) => {
      const app = make();
      app.get(['/a/:b', '/r.x'], (_req, res) => res.send(String(res.locals.b)));
      const { stack } = (app as unknown as { _router: { stack: unknown[] } })._router;
      const guard = (
        req: { params: { b: string }; url: string },
        res: { locals: { b: string } },
        next: () => void,
      ) => {
        res.locals.b = `${req.params.b} ${req.url}`;
        next();
      };
      class Own extends Layer {}
      const inserted = [new Layer('/a', { end: false }, guard), new Layer(/^\/r/, {}, guard)];
      stack.splice(2, 0, new Own('/a/:b', { end: true }, guard), ...inserted);
      expect(stack.map((each) => Object(each).constructor)).toEqual([Layer, Layer, Own, Layer, Layer, Layer]);
      const texts = [];
      for (const path of ['/a/1', '/a/1/2', '/r.x', '/c']) texts.push(await ask(app, path));
      return texts.map((text) => text.replace(/<.*/s, ''));
    });
    const [theirs, ours] = await Promise.all(responses);
    expect(ours).toEqual(theirs);
  });
});

describe('replaced methods of the prototype of layers', () => {
  const originals = sides.map(({ Layer: { prototype } }) => ({ ...prototype, prototype }));
  const methods = sides.map(({ Layer: { prototype } }) => [prototype.handle_request, prototype.handle_error]);
  afterEach(() => {
    for (const [at, { prototype }] of originals.entries()) {
      const [handle_request, handle_error] = methods[at] ?? [];
      Object.assign(prototype, { handle_request, handle_error });
    }
  });

  test('are called for the same layers as in Express 4', async () => {
    const calls = sides.map(async ({ Layer: { prototype }, make, Router }) => {
      const called: string[] = [];
      for (const name of ['handle_request', 'handle_error'] as const) {
        const original = prototype[name];
        prototype[name] = function replaced(this: AnyLayer, ...args) {
          called.push(`${name} ${this.name}`);
          original.apply(this, args);
        };
      }
      const app = make();
      const router = Router() as unknown as Application;
      router.get(
        '/:id',
        function early(_req, _res, next) {
          next();
        },
        function late(req, res) {
          res.send(req.params.id);
        },
      );
      router.use(function failing() {
        throw new Error('failed');
      });
      app.use(function first(_req, _res, next) {
        next();
      });
      app.use('/routed', router);
      app.get('/page', function page(_req, res) {
        res.send('page');
      });
      app.use(function onError(
        error: Error,
        _req: unknown,
        res: { send(text: string): void },
        _next: unknown,
      ) {
        res.send(error.message);
      } as never);
      const responses = [await ask(app, '/routed/1'), await ask(app, '/page'), await ask(app, '/routed/a/b')];
      // Those before all layers are done before a request starts.
      return [responses, called.filter((call) => !/ (?:query|expressInit)$/.test(call))];
    });
    const [theirs, ours] = await Promise.all(calls);
    expect(ours).toEqual(theirs);
  });
});

test('process_params of a router runs the callbacks for the keys of a layer', () => {
  const results = sides.map(({ Router, Layer }) => {
    const router = Router() as unknown as Application & { process_params(...args: unknown[]): void };
    const called: unknown[] = [];
    router.param('id', (_req, _res, next, value, name) => {
      called.push(value, name);
      next();
    });
    const layer = new Layer('/:id', {}, () => {});
    router.process_params(layer, {}, { params: { id: '7' } }, {}, (error: unknown) => called.push(error));
    return called;
  });
  expect(results).toEqual([
    ['7', 'id', undefined],
    ['7', 'id', undefined],
  ]);
});
