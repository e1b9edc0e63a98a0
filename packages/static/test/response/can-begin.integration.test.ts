import type { RequestListener, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { serveStatic } from '@nextpress/static';
import { expressStatic } from '@nextpress/static/express';
import { afterAll, describe, expect, test } from 'vitest';
import type { StaticMiddleware, StaticOptions } from '../../src/index.ts';
import { fileTree } from '../file-tree.ts';
import { inLane, lanes, requestFor } from '../lanes.ts';

const tree = fileTree({
  'a.txt': 'hello',
  'a.txt.gz': 'small',
  'empty.txt': '',
  'large.bin': Buffer.alloc(300_000, 'a'),
  'docs/index.html': 'docs',
  'bare/a.txt': '',
});
afterAll(() => tree.remove());

const makers: Readonly<Record<string, (options: StaticOptions) => StaticMiddleware>> = {
  serveStatic: (options) => serveStatic(tree.path, options),
  'expressStatic 5': (options) => expressStatic(tree.path, options as object),
  'expressStatic 4': (options) => expressStatic(tree.path, options as object, 4),
};

const MESSAGE = "Can't set headers after they are sent.";

const begin = {
  'sent its head': (res: ServerResponse) => res.flushHeaders(),
  'sent a part': (res: ServerResponse) => void res.write('part'),
  ended: (res: ServerResponse) => void res.end('whole'),
};

interface Asked {
  readonly method?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly options?: StaticOptions;
}

const requests: readonly (readonly [target: string, asked: Asked])[] = [
  ['/a.txt', {}],
  ['/a.txt', { method: 'HEAD' }],
  ['/a.txt', { fields: { Range: 'bytes=0-1' } }],
  ['/a.txt', { fields: { Range: 'bytes=0-1,3-4' } }],
  ['/a.txt', { fields: { Range: 'bytes=9-' } }],
  ['/a.txt', { fields: { 'If-None-Match': '*' } }],
  ['/a.txt', { fields: { 'If-Match': '"x"' } }],
  ['/a.txt', { fields: { 'Accept-Encoding': 'gzip' }, options: { precompressed: ['gzip'] } }],
  ['/a.txt', { options: { snapshot: true } }],
  ['/a.txt', { options: { syncReads: false } }],
  ['/a.txt', { options: { setHeaders: (res) => void res.setHeader('X-Own', '1') } }],
  ['/empty.txt', {}],
  ['/large.bin', {}],
  ['/docs/', {}],
  ['/docs', {}],
  ['/bare/', { options: { list: true } }],
  ['/page', { fields: { Accept: 'text/html' }, options: { fallback: 'docs/index.html' } }],
  ['/a.txt', { method: 'POST', options: { fallthrough: false } }],
];

/** Sends one request to the middleware and returns what it passes to `next`. */
async function passedOn(
  lane: string,
  target: string,
  { method, fields }: Asked,
  files: StaticMiddleware,
  prepare: (res: ServerResponse) => void,
): Promise<unknown> {
  let listener: RequestListener | undefined;
  const passed = new Promise((resolve) => {
    listener = (req, res) => {
      prepare(res);
      files(req, res, (error) => {
        resolve(error);
        res.end();
      });
    };
  });
  await inLane(lane, listener as RequestListener, async ({ port }) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(requestFor(target, fields, method)));
    await passed;
    socket.destroy();
  });
  return passed;
}

describe.each(Object.keys(lanes))('in %s', (lane) => {
  describe.each(Object.entries(makers))('%s', (_name, make) => {
    test.each(Object.entries(begin))(
      'passes an error to next for every kind of response when the response has %s',
      async (_state, prepare) => {
        for (const [target, asked] of requests) {
          // The second time the file is in memory.
          const files = make(asked.options ?? {});
          for (const turn of [1, 2]) {
            const error = await passedOn(lane, target, asked, files, prepare);
            expect([target, asked, turn, error]).toMatchObject([target, asked, turn, { message: MESSAGE }]);
          }
        }
      },
    );

    test.each(Object.entries(begin))(
      'passes an error to next when setHeaders has %s',
      async (_state, send) => {
        for (const target of ['/a.txt', '/large.bin', '/empty.txt', '/docs/']) {
          const files = make({ setHeaders: send });
          expect(await passedOn(lane, target, {}, files, () => {})).toMatchObject({ message: MESSAGE });
        }
      },
    );

    test.each(Object.entries(begin))(
      'passes the error of setHeaders to next when it has %s',
      async (_state, send) => {
        const failure = new Error('setHeaders');
        const setHeaders = (res: ServerResponse): never => {
          send(res);
          throw failure;
        };
        for (const target of ['/a.txt', '/large.bin']) {
          expect(await passedOn(lane, target, {}, make({ setHeaders }), () => {})).toBe(failure);
        }
      },
    );
  });
});
