import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { serveStatic } from '@nextpress/static';
import type { Listening } from '@nextpress-internal/test-kit';
import { exchange, listen, until } from '@nextpress-internal/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StaticOptions } from '../../src/index.ts';
import { fileTree } from '../file-tree.ts';
import { respondToRest } from '../hosts.ts';
import { lanes } from '../lanes.ts';
import { openFiles, settleFiles } from '../open-files.ts';

const SIZE = 32 * 1024 * 1024;
const tree = fileTree({ 'large.bin': Buffer.alloc(SIZE, 'x'), 'small.txt': 'hello' });
const request = (name: string): string => `GET /${name} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

afterAll(() => tree.remove());

/** Without the flag `--expose-gc`. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

describe.each(Object.keys(lanes))('in %s', (lane) => {
  let server: Listening;
  let hook: StaticOptions['setHeaders'];

  beforeAll(async () => {
    const files = serveStatic(tree.path, { setHeaders: (...given) => hook?.(...given) });
    const listener: RequestListener = (req, res) => files(req, res, (error) => respondToRest(res, error));
    server = await listen(lanes[lane]?.(listener) as Server);
  });
  afterAll(() => server.close());

  /** Reads until `enough` bytes have arrived, then stops reading. */
  function readSome(name: string, enough: number): Promise<Socket> {
    return new Promise((resolve, reject) => {
      let received = 0;
      const socket = connect(server.port, '127.0.0.1', () => socket.write(request(name)));
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        received += chunk.length;
        if (received < enough) return;
        socket.removeAllListeners('data').pause();
        resolve(socket);
      });
    });
  }

  test.runIf(process.platform === 'linux')(
    'keeps only a little of a file in memory for a slow client',
    async () => {
      const before = process.memoryUsage().arrayBuffers;
      const sockets = await Promise.all(Array.from({ length: 8 }, () => readSome('large.bin', 1_000)));
      await settleFiles();
      // Chunks that were sent are garbage.
      collectGarbage();
      const kept = process.memoryUsage().arrayBuffers - before;
      for (const socket of sockets) socket.destroy();
      expect(kept).toBeLessThan(SIZE);
      await until(() => openFiles(tree.path).length === 0);
    },
  );

  test.runIf(process.platform === 'linux')('closes the file of every response', async () => {
    const statuses: number[] = [];
    for (const fields of [
      '',
      'Range: bytes=0-1\r\n',
      'Range: bytes=9-\r\n',
      'If-None-Match: *\r\n',
      'If-Match: "x"\r\n',
    ]) {
      const bytes = `GET /small.txt HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n`;
      const [response] = await exchange(server.port, bytes, { responses: 1 });
      statuses.push(response?.status ?? 0);
    }
    hook = () => {
      throw new Error('hook');
    };
    const [failed] = await exchange(server.port, request('small.txt'), { responses: 1 });
    hook = undefined;
    expect([...statuses, failed?.status]).toEqual([200, 206, 416, 304, 412, 500]);
    await until(() => openFiles(tree.path).length === 0);
    expect(openFiles(tree.path)).toEqual([]);
  });

  test('stops when the application ends the response', async () => {
    const responses: ServerResponse[] = [];
    hook = (res) => responses.push(res);
    const socket = await readSome('large.bin', 1_000);
    hook = undefined;
    const [response] = responses;
    expect(response?.writableEnded).toBe(false);
    const ended = new Promise((resolve) => response?.end(resolve));
    socket.resume();
    await ended;
    socket.destroy();
    expect(response?.writableFinished).toBe(true);
  });

  test('responds with 500, without headers of the file, if a small file shrinks before it is read', async () => {
    writeFileSync(join(tree.path, 'shrinks.txt'), 'x'.repeat(1_000));
    hook = (res, path) => {
      res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
      truncateSync(path, 10);
    };
    const [response] = await exchange(server.port, request('shrinks.txt'), { responses: 1 });
    hook = undefined;
    expect([response?.status, response?.body]).toEqual([500, 'ERR_FILE_UNREADABLE']);
    expect(response?.headers).not.toHaveProperty('etag');
    expect(response?.headers).not.toHaveProperty('cache-control');
  });

  test('closes the connection if a large file shrinks while it is sent', async () => {
    const path = join(tree.path, 'shrinking.bin');
    writeFileSync(path, Buffer.alloc(SIZE, 'x'));
    const socket = await readSome('shrinking.bin', 1_000);
    truncateSync(path, 1_000_000);
    let received = 0;
    socket.on('data', (chunk) => {
      received += chunk.length;
    });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    await closed;
    expect(received).toBeLessThan(SIZE);
  });

  test('sends no more than Content-Length of a file that grows', async () => {
    const path = join(tree.path, 'grows.txt');
    writeFileSync(path, 'x'.repeat(1_000));
    hook = () => writeFileSync(path, 'y'.repeat(2_000));
    const responses = await exchange(server.port, request('grows.txt') + request('small.txt'), {
      responses: 2,
    });
    hook = undefined;
    expect(responses.map(({ body }) => body)).toEqual(['y'.repeat(1_000), 'hello']);
  });

  test('sends a file that is deleted after it was opened', async () => {
    writeFileSync(join(tree.path, 'vanishes.txt'), 'here');
    hook = (_res, path) => rmSync(path);
    const [response] = await exchange(server.port, request('vanishes.txt'), { responses: 1 });
    hook = undefined;
    expect(response?.body).toBe('here');
  });
});
