import { execFile } from 'node:child_process';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createAdaptorServer, serve } from '../src/index.ts';

type Row = [kind: string, path: unknown, status: unknown, headers: Record<string, string>, body: unknown];

/** What clients see of a Hono application served by the package. */
async function seenWith(adaptor: string): Promise<Row[]> {
  const program = fileURLToPath(new URL('serve-program.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, adaptor]);
  return JSON.parse(stdout);
}

/** Without what frames a body, and in one spelling of media types. */
function normalized([kind, path, status, headers, ...rest]: Row): unknown[] {
  if (typeof headers === 'string') return [kind, path, status, spelled(headers), ...rest];
  const { 'content-length': _length, 'transfer-encoding': _encoding, ...others } = headers ?? {};
  const type = others['content-type'];
  return [kind, path, status, { ...others, ...(type && { 'content-type': spelled(type) }) }, ...rest];
}

function spelled(type: string): string {
  return type.replace('; charset', ';charset');
}

test('serve() responds as @hono/node-server does, which adds text/plain to responses without a type', async () => {
  const [theirs, ours] = await Promise.all([seenWith('@hono/node-server'), seenWith('@nextpress/fetch')]);
  expect(ours.length).toBe(theirs.length);
  expect(theirs.length).toBeGreaterThan(40);
  const different = ours.filter(
    (row, index) => JSON.stringify(normalized(row)) !== JSON.stringify(normalized(theirs[index] as Row)),
  );
  expect(different).toEqual([
    ['GET', '/bytes', 200, { 'content-length': '3' }, '\0ÿ\n'],
    ['HEAD', '/bytes', 200, {}, ''],
    ['GET', '/stream', 200, { 'transfer-encoding': 'chunked' }, 'one two'],
    ['HEAD', '/stream', 200, {}, ''],
  ]);
});

const unchanged = { overrideGlobalObjects: false };

test('overrideGlobalObjects: false leaves the globals', () => {
  const { Request, Response, fetch } = globalThis;
  createAdaptorServer({ fetch: () => new Response('Hello'), ...unchanged });
  expect([globalThis.Request, globalThis.Response, globalThis.fetch]).toEqual([Request, Response, fetch]);
});

test('serve() and createAdaptorServer() reject unknown and invalid options, without changing globals', () => {
  const { Response } = globalThis;
  const handler = () => new Response();
  const make = (options: object) => () => createAdaptorServer(options as never);
  expect(make({ fetch: handler, prot: 3000 })).toThrow('Unknown option "prot" of createAdaptorServer()');
  expect(() => serve({ fetch: handler, Port: 1 } as never)).toThrow('of serve(): use "port"');
  expect(make({ fetch: handler, websocket: {} })).toThrow('use injectWebSocket(server) of @hono/node-ws');
  expect(make({ fetch: 'app' })).toThrow('option "fetch" of createAdaptorServer(): expected a function');
  expect(make(handler)).toThrow('expected an object');
  expect(make(new (class App {})())).toThrow('option "fetch"');
  expect(make({ fetch: handler, createServer: {} })).toThrow('option "createServer"');
  expect(make({ fetch: handler, serverOptions: 1 })).toThrow('option "serverOptions"');
  expect(make({ fetch: handler, hostname: 1 })).toThrow('option "hostname"');
  expect(make({ fetch: handler, overrideGlobalObjects: 1 })).toThrow('option "overrideGlobalObjects"');
  expect(make({ fetch: handler, autoCleanupIncoming: 1 })).toThrow('option "autoCleanupIncoming"');
  expect(make({ fetch: handler, bodyLimit: -1 })).toThrow('option "bodyLimit"');
  expect(() => serve({ fetch: handler, ...unchanged }, 1 as never)).toThrow('Invalid callback of serve()');
  expect(globalThis.Response).toBe(Response);
});

test('serve() uses the fast lane, and serverOptions', async () => {
  const server = serve({
    fetch: () => new Response('Hello'),
    port: 0,
    hostname: '127.0.0.1',
    serverOptions: { keepAliveTimeout: 4321 },
    ...unchanged,
  });
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('Hello');
  expect((server as unknown as { stats(): { fast: number } }).stats().fast).toBe(1);
  expect(server.keepAliveTimeout).toBe(4321);
});

/** Sends a head and then bytes of a body without end. Returns how many bytes the server has read when it closes the connection. */
async function bytesUntilClosed(port: number): Promise<number> {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000000\r\n\r\n');
  const chunk = Buffer.alloc(64 * 1024);
  const write = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', write).on('end', () => socket.destroy());
  write();
  await once(socket, 'close');
  return socket.bytesWritten;
}

test('a body that the application does not read is discarded up to a limit, then the connection is closed', async () => {
  const server = createAdaptorServer({ fetch: () => new Response('not read'), ...unchanged });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  expect(await bytesUntilClosed((server.address() as AddressInfo).port)).toBeLessThan(64 * 1024 * 1024);
});

test('a body that arrives after the response is discarded, and the connection serves the next request', async () => {
  const server = createAdaptorServer({ fetch: () => new Response('not read'), ...unchanged });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n');
  expect(String(await once(socket, 'data'))).toContain('not read');
  socket.write('3\r\ndef\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(String(await once(socket, 'data'))).toContain('200 OK');
});
