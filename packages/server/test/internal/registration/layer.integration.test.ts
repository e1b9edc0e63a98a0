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

  test('a layer that inherits from the one that it replaces', async () => {
    const { stack } = app.router;
    const handle: RequestHandler = (_req, res) => res.send('inherited');
    stack[0] = Object.create(stack[0] as Layer, { handle: { value: handle, writable: true } }) as Layer;
    expect(await ask('/a')).toBe('200 inherited');
  });

  test('a stack from which a layer is removed while it serves', async () => {
    expect(await ask('/b')).toBe('200 b');
    app.router.stack.splice(1, 1);
    expect(await ask('/b')).toMatch(/^404/);
    expect(app.router.listRoutes().map(({ path }) => path)).toEqual(['/a']);
    expect(app.listRoutes()).toEqual(app.router.listRoutes());
  });
});
