import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Application, createServer, type Layer, type RequestHandler } from '../../../src/index.ts';

const pass: RequestHandler = (_req, _res, next) => next();

describe('the stack of a router', () => {
  test('throws for values that are not layers, and stays unchanged', () => {
    const { router } = createServer().use(pass);
    for (const value of [pass, undefined, { handle: pass, match: () => false }]) {
      expect(() => router.stack.push(value as never)).toThrow('Invalid layer: expected one created by use()');
      expect(() => {
        router.stack = [value as never];
      }).toThrow('Invalid layer');
    }
    expect(router.stack.map(({ name }) => name)).toEqual(['pass']);
  });
});

describe('createServer() uses', () => {
  let app: Application;
  let url: string;

  beforeAll(async () => {
    app = createServer();
    app.get('/a', (_req, res) => res.send('a'));
    app.get('/b', (_req, res) => res.send('b'));
    const server = app.listen(0);
    await new Promise((listening) => server.once('listening', listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => app.close());

  const ask = async (path: string): Promise<string> => {
    const response = await fetch(url + path);
    return `${response.status} ${await response.text()}`;
  };

  test('a layer function that is replaced while it serves', async () => {
    expect(await ask('/a')).toBe('200 a');
    const layer = app.router.stack[0] as Layer;
    Object.defineProperty(layer, 'handle', {
      value: ((_req, res) => res.send('replaced')) satisfies RequestHandler,
    });
    expect(await ask('/a')).toBe('200 replaced');
  });

  test.each<[what: string, copy: (layer: Layer, handle: RequestHandler) => Layer]>([
    ['inherits from', (layer, handle) => Object.create(layer, { handle: { value: handle } })],
    [
      'copies',
      (layer, handle) => {
        const properties = Object.getOwnPropertyDescriptors(layer);
        return Object.assign(Object.create(Object.getPrototypeOf(layer), properties), { handle });
      },
    ],
    [
      'is a proxy of',
      (layer, handle) =>
        new Proxy(layer, { get: (target, key) => (key === 'handle' ? handle : Reflect.get(target, key)) }),
    ],
  ])('a layer that %s the one that it replaces', async (what, copy) => {
    for (const stack of [app.router.stack, (app.router.stack.at(-1) as Layer).route?.stack as Layer[]]) {
      const name = `${what} ${stack.length}`;
      const at = stack.length - 1;
      const original = stack[at] as Layer;
      stack[at] = copy(original, (_req, res) => res.send(name));
      expect(stack[at]).not.toBe(original);
      expect(await ask('/b')).toBe(`200 ${name}`);
      stack[at] = original;
      expect(await ask('/b')).toBe('200 b');
    }
  });

  test('a stack from which a layer is removed while it serves', async () => {
    expect(await ask('/b')).toBe('200 b');
    app.router.stack.splice(1, 1);
    expect(await ask('/b')).toMatch(/^404/);
    expect(app.router.listRoutes().map(({ path }) => path)).toEqual(['/a']);
    expect(app.listRoutes()).toEqual(app.router.listRoutes());
  });
});
