import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { serveStatic } from '@nextpress/static';
import type { Listening } from '@nextpress-internal/test-kit';
import { exchange, listen, until } from '@nextpress-internal/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileTree } from '../file-tree.ts';
import { respondToRest } from '../hosts.ts';
import { lanes } from '../lanes.ts';
import { openFiles, settleFiles } from '../open-files.ts';

const SIZE = 8 * 1024 * 1024;
const MANY = 100;
const tree = fileTree({
  'big.bin': Buffer.alloc(SIZE, 'x'),
  'a.bin': Buffer.alloc(300_000, 'a'),
  'b.bin': Buffer.alloc(200_000, 'b'),
  'c.txt': 'c',
});
const request = (name: string): string => `GET /${name} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

const serverIn = (lane: string, listener: RequestListener): Server => lanes[lane]?.(listener) as Server;
afterAll(() => tree.remove());

describe.each(Object.keys(lanes))('in %s', (lane) => {
  let server: Listening;
  let seen: Socket[] = [];
  let calls = 0;

  beforeAll(async () => {
    const files = serveStatic(tree.path);
    const listener: RequestListener = (req, res) => {
      seen.push(req.socket);
      files(req, res, (error) => {
        calls++;
        respondToRest(res, error);
      });
    };
    server = await listen(serverIn(lane, listener));
  });
  afterAll(() => server.close());

  async function pipeline(bytes: string): Promise<Socket> {
    seen = [];
    calls = 0;
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes));
    socket.on('error', () => {}).pause();
    await until(() => seen.length > 0 && openFiles(tree.path).length > 0);
    return socket;
  }

  test.runIf(process.platform === 'linux')(
    'opens at most two files for 100 pipelined requests, and closes them when the connection is lost',
    async () => {
      const socket = await pipeline(request('big.bin').repeat(MANY));
      await until(() => seen.length === MANY);
      await settleFiles();
      const open = openFiles(tree.path).length;
      const listeners = seen[0]?.listenerCount('close') ?? 0;
      socket.destroy();
      await until(() => openFiles(tree.path).length === 0);
      expect([seen.length, calls]).toEqual([MANY, 0]);
      expect(open).toBeLessThanOrEqual(2);
      expect(listeners).toBeLessThan(10);
    },
  );

  test.runIf(process.platform === 'linux')(
    'leaves no file open for requests whose connection was lost earlier',
    async () => {
      const files = serveStatic(tree.path);
      let early = 0;
      let late = 0;
      const slow = await listen(
        serverIn(lane, (req, res) => {
          early++;
          req.socket.once('close', () =>
            setImmediate(() => {
              files(req, res, () => {});
              late++;
            }),
          );
        }),
      );
      const socket = connect(slow.port, '127.0.0.1', () => socket.write(request('big.bin').repeat(5)));
      await until(() => early === 5);
      socket.destroy();
      await until(() => late === 5);
      await slow.close();
      // The files may be opened only now.
      await settleFiles();
      await until(() => openFiles(tree.path).length === 0);
      expect(late).toBe(5);
    },
  );

  test('sends pipelined files whole and in order', async () => {
    const bytes = ['a.bin', 'none', 'b.bin', 'c.txt'].map(request).join('');
    const responses = await exchange(server.port, bytes, { responses: 4 });
    expect(responses.map(({ status, body }) => [status, body.length, body[0]])).toEqual([
      [200, 300_000, 'a'],
      [404, 4, 'n'],
      [200, 200_000, 'b'],
      [200, 1, 'c'],
    ]);
  });
});
