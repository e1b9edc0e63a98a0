import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { get, type RequestOptions } from 'node:http';
import { get as getSecurely } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { type Owner, REQUIRED } from '../../../src/internal/node/node-support.ts';
import { identity } from '../../ecosystem/lanes.ts';

type Key = string | symbol;
type Class = abstract new (...args: never[]) => object;

const NESTED: Readonly<Partial<Record<Owner, string>>> = {
  readableState: '_readableState',
  writableState: '_writableState',
};

/** The object as on a Node that lacks a property, or the symbol of that description. */
function without<T extends object>(object: T, name: string): T {
  const isHidden = (key: Key): boolean =>
    key === name || (typeof key === 'symbol' && key.description === name);
  return new Proxy(object, {
    get: (target, key) => (isHidden(key) ? undefined : Reflect.get(target, key)),
    has: (target, key) => !isHidden(key) && Reflect.has(target, key),
    ownKeys: (target) => Reflect.ownKeys(target).filter((key) => !isHidden(key)),
  });
}

/** The object as on a Node whose streams lack a property in their state. */
function withoutNested<T extends object>(object: T, state: string, name: string): T {
  return new Proxy(object, {
    get(target, key) {
      const value = Reflect.get(target, key);
      return key === state ? without(value as object, name) : value;
    },
  });
}

/** The class, whose objects are changed when they are made. */
function making<T extends Class>(Class: T, change: (object: object) => object): T {
  return new Proxy(Class, { construct: (target, args) => change(Reflect.construct(target as never, args)) });
}

/** Has the modules that are imported next see a Node that lacks the property. */
async function hide(owner: Owner, name: string): Promise<void> {
  const http = await vi.importActual<typeof import('node:http')>('node:http');
  const net = await vi.importActual<typeof import('node:net')>('node:net');
  const state = NESTED[owner];
  const change = <T extends object>(object: T): T =>
    state === undefined ? without(object, name) : withoutNested(object, state, name);
  const isOf = (...owners: Owner[]): boolean => owners.includes(owner);
  vi.doMock('node:http', () => ({
    ...http,
    createServer: () => (isOf('server') ? change(http.createServer()) : http.createServer()),
    IncomingMessage: isOf('request', 'readableState')
      ? making(http.IncomingMessage, change)
      : http.IncomingMessage,
    ServerResponse: isOf('response') ? making(http.ServerResponse, change) : http.ServerResponse,
  }));
  vi.doMock('node:net', () => ({
    ...net,
    Socket: isOf('socket', 'writableState') ? making(net.Socket, change) : net.Socket,
  }));
  vi.resetModules();
}

async function bodyFrom(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const isSecure = 'setSecureContext' in server;
  const options: RequestOptions = {
    host: '127.0.0.1',
    port,
    agent: false,
    headers: { Connection: 'keep-alive' },
  };
  const request = isSecure ? getSecurely({ ...options, rejectUnauthorized: false }) : get(options);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  server.close();
  server.closeAllConnections();
  return Buffer.concat(chunks).toString();
}

afterEach(() => {
  vi.doUnmock('node:http');
  vi.doUnmock('node:net');
  vi.resetModules();
});

/** What a server of each kind responds, and how many requests the fast lane has served. */
async function serve(): Promise<[body: string, fast: number][]> {
  const { fastLane } = await import('../../../src/fast-lane.ts');
  const http = await vi.importActual<typeof import('node:http')>('node:http');
  const https = await vi.importActual<typeof import('node:https')>('node:https');
  const listener = (_req: IncomingMessage, res: ServerResponse): void => void res.end('served');
  const results: [string, number][] = [];
  for (const server of [http.createServer(listener), https.createServer(identity, listener)]) {
    const { stats } = fastLane(server);
    results.push([await bodyFrom(server), stats().fast]);
  }
  return results;
}

const cases = Object.entries(REQUIRED).flatMap(([owner, { properties, symbols }]) =>
  [...properties, ...symbols].map((name) => [owner as Owner, name] as const),
);

test('servers with and without TLS use the fast lane when no property is hidden', async () => {
  expect(await serve()).toEqual([
    ['served', 1],
    ['served', 1],
  ]);
});

test.each(cases)(
  'servers with and without TLS are served by Node when a %s lacks %s',
  async (owner, name) => {
    await hide(owner, name);
    expect(await serve()).toEqual([
      ['served', 0],
      ['served', 0],
    ]);
  },
);
