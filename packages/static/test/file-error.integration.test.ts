import fs from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type SendFileError, sendFile, serveStatic } from '@nextpress/static';
import { expressStatic, sendFileAsExpress } from '@nextpress/static/express';
import { exchange } from '@nextpress-internal/test-kit';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { fileTree } from './file-tree.ts';
import { respondToRest } from './hosts.ts';
import { inLane, lanes, requestFor, responseIn, serving } from './lanes.ts';

const tree = fileTree({ 'a.txt': 'hello', 'dir/b.txt': 'b', 'large.bin': Buffer.alloc(300_000) });
const LONG_NAME = 'x'.repeat(300);
const LONG_PATH = 'foobar/'.repeat(1_000);

afterAll(() => tree.remove());
afterEach(() => vi.restoreAllMocks());

/** Lets `fs.open` fail with an error of the system. */
function failToOpen(code: string): void {
  const open = (...args: readonly unknown[]): void => {
    const done = args.at(-1) as (error: Error) => void;
    process.nextTick(done, Object.assign(new Error(`${code}: too many open files, open`), { code }));
  };
  vi.spyOn(fs, 'open').mockImplementation(open as typeof fs.open);
}

/** A listener that serves files as Express does. */
function servingAsExpress(...args: Parameters<typeof expressStatic>): RequestListener {
  const files = expressStatic(...args);
  return (req, res) => files(req, res, (error) => respondToRest(res, error));
}

/** A listener that sends the file of the target. */
const sending: RequestListener = (req, res) =>
  sendFile(req, res, String(req.url), { root: tree.path }, (error) => {
    if (error !== undefined) respondToRest(res, error);
  });

describe.each(Object.keys(lanes))('in %s', (lane) => {
  test.each(['EMFILE', 'ENFILE'])(
    'a file is 503 with Retry-After when opening it fails with %s',
    async (code) => {
      failToOpen(code);
      const listeners = [serving(tree.path), servingAsExpress(tree.path), sending];
      for (const listener of listeners) {
        const { status, headers, body } = await responseIn(lane, listener, '/dir/b.txt');
        expect([status, headers['retry-after'], body]).toEqual([503, '1', code]);
      }
    },
  );

  test('a file is 500 when opening it fails with another error', async () => {
    failToOpen('EIO');
    const { status, headers } = await responseIn(lane, serving(tree.path), '/dir/b.txt');
    expect([status, headers['retry-after']]).toEqual([500, undefined]);
  });

  test('a file is not found when its name, its path or the root is too long', async () => {
    const long = join(tree.path, LONG_PATH);
    const cases: [RequestListener, string][] = [
      [serving(tree.path), `/${LONG_NAME}`],
      [serving(tree.path), `/${LONG_PATH}`],
      [serving(tree.path, { list: true }), `/${LONG_PATH}`],
      [servingAsExpress(tree.path), `/${LONG_NAME}`],
      [servingAsExpress(long), '/a.txt'],
      [servingAsExpress(long), '/'],
      [servingAsExpress(join(tree.path, LONG_NAME)), '/a.txt'],
    ];
    for (const [listener, target] of cases) {
      const { status, body } = await responseIn(lane, listener, target);
      expect([status, body]).toEqual([404, 'next']);
    }
  });

  test('sendFile fails with status 404 when its root is too long', async () => {
    const errors: unknown[] = [];
    for (const send of [sendFile, sendAsExpress]) {
      await inLane(
        lane,
        (req, res) =>
          send(req, res, 'a.txt', { root: join(tree.path, LONG_PATH) }, (error) => {
            errors.push(error?.status);
            res.end();
          }),
        async ({ port }) => void (await exchange(port, requestFor('/'), { responses: 1 })),
      );
    }
    expect(errors).toEqual([404, 404]);
  });

  test.each(['a.txt', 'large.bin'])(
    'sendFile of %s fails with ECONNABORTED when the socket is destroyed in the same tick',
    async (name) => {
      const codes: (string | undefined)[] = [];
      const call = (destroy: (req: IncomingMessage, res: ServerResponse) => void): RequestListener => {
        return (req, res) => {
          sendFile(req, res, name, { root: tree.path }, (error) => codes.push(error?.code));
          destroy(req, res);
        };
      };
      const destroyers = [
        (req: IncomingMessage) => req.socket.destroy(),
        (_req: IncomingMessage, res: ServerResponse) => res.destroy(),
      ];
      // The second time the file is opened and read synchronously.
      for (const destroy of [...destroyers, ...destroyers]) {
        await inLane(lane, call(destroy), async ({ port }) => {
          await exchange(port, requestFor('/'), { responses: 1 }).catch(() => {});
          await expect.poll(() => codes.length).toBeGreaterThan(0);
        });
        expect(codes.splice(0)).toEqual(['ECONNABORTED']);
      }
    },
  );

  test('a path that leads above the root is refused, and no file below it is served', async () => {
    const targets = [
      '/../a.txt',
      '/dir/../../a.txt',
      '/%2e%2e/a.txt',
      '/dir/%2e%2e/.%2e/a.txt?x=1',
      '/..%2fa.txt',
      '/..%5ca.txt',
      '//../../a.txt',
    ];
    for (const target of targets) {
      const seen: unknown[] = [];
      for (const fallthrough of [true, false]) {
        for (const listener of [
          serving(tree.path, { fallthrough }),
          servingAsExpress(tree.path, { fallthrough }),
        ]) {
          const { status, body } = await responseIn(lane, listener, target);
          seen.push([status, body]);
        }
      }
      expect([target, ...seen]).toEqual([
        target,
        [404, 'next'],
        [404, 'next'],
        [403, 'ERR_OUTSIDE_ROOT'],
        [403, 'next'],
      ]);
    }
    const { status } = await responseIn(lane, serving(tree.path), '/dir/../a.txt');
    expect(status).toBe(200);
  });
});

function sendAsExpress(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  options: object,
  done: (error?: SendFileError) => void,
): void {
  sendFileAsExpress(req, res, path, options, true, done);
}

test('serveStatic throws a TypeError when its root is too long', () => {
  expect(() => serveStatic(join(tree.path, LONG_PATH))).toThrow(
    /expected a directory, but .* does not exist/,
  );
});
