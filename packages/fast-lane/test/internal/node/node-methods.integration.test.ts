import { execFile } from 'node:child_process';
import { createServer, IncomingMessage, OutgoingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { fastLane } from '../../../src/index.ts';
import { isPristine } from '../../../src/internal/node/node-methods.ts';
import { request, talkTo } from '../../ecosystem/lanes.ts';

const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step();
});

/** Replaces a property until the test ends. */
function patch(prototype: object, name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(prototype, name);
  undo.push(() => {
    if (before === undefined) Reflect.deleteProperty(prototype, name);
    else Object.defineProperty(prototype, name, before);
  });
  Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
}

const pristine = (): boolean => isPristine(IncomingMessage as never, ServerResponse as never);

test("Node's classes are pristine by default", () => {
  expect(pristine()).toBe(true);
});

test('classes with added methods stay pristine', () => {
  patch(ServerResponse.prototype, 'json', () => {});
  patch(IncomingMessage.prototype, 'logIn', () => {});
  patch(ServerResponse.prototype, 'status', () => {});
  expect(pristine()).toBe(true);
});

test.each([
  [ServerResponse, 'end'],
  [OutgoingMessage, 'end'],
  [ServerResponse, 'setHeader'],
  [ServerResponse, '_storeHeader'],
  [ServerResponse, '_send'],
  [ServerResponse, '_writeRaw'],
  [ServerResponse, '_finish'],
  [ServerResponse, 'emit'],
  [ServerResponse, 'assignSocket'],
  [ServerResponse, 'detachSocket'],
  [IncomingMessage, '_dump'],
  [IncomingMessage, 'push'],
  [IncomingMessage, 'emit'],
])('%o with a replaced %s is not pristine until the original is restored', ({ prototype }, name) => {
  patch(prototype, name, () => {});
  expect(pristine()).toBe(false);
  for (const step of undo.splice(0)) step();
  expect(pristine()).toBe(true);
});

describe.each([false, true])('with lazy: %s', (lazy) => {
  test.each(['end', 'write', 'writeHead', 'setHeader', 'emit', 'cork'])(
    'a %s replaced on the prototype between two requests is called for the second',
    async (name) => {
      const called: unknown[] = [];
      const server = fastLane(
        createServer((_req, res) => {
          res.setHeader('X-A', 'a');
          res.writeHead(200);
          res.cork();
          res.write('a');
          res.uncork();
          res.end('b');
        }),
        { lazy },
      );
      await talkTo(server, async ({ connect }) => {
        const client = await connect();
        await client.exchange(request('GET /1'));
        const native = Reflect.get(ServerResponse.prototype, name);
        patch(ServerResponse.prototype, name, function (this: ServerResponse, ...args: unknown[]) {
          called.push(name);
          return Reflect.apply(native, this, args);
        });
        const [response] = await client.exchange(request('GET /2'));
        expect(response?.body).toBe('ab');
      });
      expect(called).toContain(name);
    },
  );

  test('added methods are present, and the lane still ends the response', async () => {
    patch(ServerResponse.prototype, 'json', function (this: ServerResponse, value: unknown) {
      this.end(JSON.stringify(value));
    });
    const server = fastLane(
      createServer((_req, res) => Reflect.get(res, 'json').call(res, { a: 1 })),
      { lazy },
    );
    await talkTo(server, async ({ connect }) => {
      const [response] = await (await connect()).exchange(request('GET /'));
      expect(response?.body).toBe('{"a":1}');
    });
    expect(server.stats().fast).toBe(1);
  });
});

test.each(['end', 'write', 'setHeader', 'emit'])(
  'a %s that was replaced before the lane was loaded is called',
  async (name) => {
    const script = fileURLToPath(new URL('../patched-child.mjs', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [script, name]);
    expect(JSON.parse(stdout)).toEqual({ bodies: ['/1 localhost', '/2 localhost'], isCalled: true });
  },
);
