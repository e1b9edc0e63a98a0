import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createServer } from '@nextpress/server';
import { exchange } from '@nextpress-internal/test-kit';
import express, { type ErrorRequestHandler } from 'express';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { FastResponse, type FetchHandler, type FromFetchOptions, fromFetch } from '../src/index.ts';

type Host = (
  handler: FetchHandler,
  options: FromFetchOptions,
  next: () => void,
  failed: () => void,
) => Server;

/** Each calls `next` for requests that go on, and `failed` for errors. */
const hosts: Record<string, Host> = {
  'node:http': (handler, options, next, failed) => {
    const listener = fromFetch(handler, options);
    return createHttpServer((req, res) => {
      listener(req, res, (error) => {
        if (error === undefined) next();
        else failed();
        res.end('next');
      });
    });
  },
  Express: (handler, options, next, failed) => {
    const app = express();
    app.use(fromFetch(handler, options), (_req, res) => {
      next();
      res.end('next');
    });
    const onError: ErrorRequestHandler = (error, _req, _res, goOn) => {
      failed();
      goOn(error);
    };
    return createHttpServer(app.set('env', 'test').use(onError));
  },
  'the fast lane': (handler, options, next, failed) => {
    const app = createServer({ logError: failed });
    app.use(fromFetch(handler, options));
    app.use((_req, res) => {
      next();
      res.end('next');
    });
    return app.listen(0, '127.0.0.1');
  },
};

describe.each(Object.entries(hosts))('in %s', (_name, host) => {
  async function serve(handler: FetchHandler, options: FromFetchOptions = {}) {
    const next = vi.fn();
    const failed = vi.fn();
    const server = host(handler, options, next, failed);
    if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return { port: (server.address() as AddressInfo).port, next, failed };
  }

  test('a response of fetch() has the length of its decoded content, even when it is wrapped', async () => {
    const text = 'hello '.repeat(100);
    const coded = gzipSync(text);
    const upstream = createHttpServer((_req, res) => {
      res
        .writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': coded.length, 'X-Up': '1' })
        .end(coded);
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    onTestFinished(() => {
      upstream.closeAllConnections();
      upstream.close();
    });
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    const { port } = await serve(async (request) => {
      const response = await fetch(url);
      return request.url.endsWith('/wrapped') ? new Response(response.body, response) : response;
    });
    const response = await fetch(`http://127.0.0.1:${port}/direct`);
    expect([response.headers.get('content-encoding'), response.headers.get('x-up')]).toEqual([null, '1']);
    expect(await response.text()).toBe(text);
    const [wrapped] = await exchange(port, 'GET /wrapped HTTP/1.1\r\nHost: a\r\n\r\n', { responses: 1 });
    expect(String(wrapped?.body)).toBe(text);
  });

  describe.each([Response, FastResponse])('a %o', (Class) => {
    test('whose client disconnected first is canceled', async () => {
      const canceled = vi.fn();
      const begun = vi.fn();
      const { port, failed } = await serve(async ({ signal }, { outgoing }) => {
        const closed = Promise.all([once(signal, 'abort'), once(outgoing, 'close')]);
        begun();
        await closed;
        return new Class(new ReadableStream({ cancel: canceled }));
      });
      const socket = connect(port, '127.0.0.1');
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      await expect.poll(() => begun).toHaveBeenCalledTimes(1);
      socket.destroy();
      await expect.poll(() => canceled).toHaveBeenCalledTimes(1);
      expect(failed).not.toHaveBeenCalled();
    });

    test('with an invalid chunk is cut and canceled, and the error reported', async () => {
      const canceled = vi.fn();
      const chunks: unknown[] = [new Uint8Array(3), new Uint8Array(3), 5];
      const { port, failed } = await serve(
        () =>
          new Class(
            new ReadableStream({
              async pull(controller) {
                await new Promise(setImmediate);
                controller.enqueue(chunks.shift() as Uint8Array);
              },
              cancel: canceled,
            }),
          ),
      );
      const response = await fetch(`http://127.0.0.1:${port}`);
      await expect(response.text()).rejects.toThrow();
      await expect.poll(() => canceled).toHaveBeenCalledTimes(1);
      expect(failed).toHaveBeenCalledTimes(1);
    });

    test('that fails after its head was sent is cut, and the error reported', async () => {
      const { port, failed } = await serve(
        () =>
          new Class(
            new ReadableStream({
              async pull(controller) {
                controller.enqueue(new Uint8Array(3));
                await new Promise(setImmediate);
                controller.error(new Error('no more tea'));
              },
            }),
          ),
      );
      await expect(fetch(`http://127.0.0.1:${port}`).then((response) => response.text())).rejects.toThrow();
      expect(failed).toHaveBeenCalledTimes(1);
    });

    test.each<[string, { cancel?: () => Promise<void> }, boolean]>([
      ['fails to cancel', { cancel: () => Promise.reject(new Error('failed')) }, false],
      ['is locked', {}, true],
    ])('that is not sent and %s harms no request', async (_what, source, isLocked) => {
      const handler = ({ url }: Request) => {
        const response = new Class(new ReadableStream(source), { status: url.endsWith('/none') ? 404 : 200 });
        if (isLocked) response.body?.getReader();
        return response;
      };
      const { port, next, failed } = await serve(handler, { fallThrough: true });
      const head = (line: string, more = '') => `${line} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
      const requests = [head('HEAD /'), head('GET /none'), head('GET /none', 'Connection: close\r\n')];
      const responses = await exchange(port, requests.join(''), { methods: ['HEAD', 'GET', 'GET'] });
      expect(responses.map(({ body }) => body)).toEqual(['', 'next', 'next']);
      expect([next.mock.calls.length, failed.mock.calls.length]).toEqual([2, 0]);
    });
  });
});
