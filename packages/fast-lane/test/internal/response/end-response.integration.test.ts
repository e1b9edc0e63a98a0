import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { NodeResponse } from '@nextpress-internal/internals/node';
import { expect, test } from 'vitest';
import { fastLane } from '../../../src/index.ts';
import { endResponse } from '../../../src/internal/response/end-response.ts';
import { identity, request, sameOnEveryLane, talkTo } from '../../ecosystem/lanes.ts';

interface End {
  readonly name: string;
  /** Runs before `end`. */
  readonly before?: (res: ServerResponse) => void;
  readonly args: readonly unknown[];
  readonly method?: string;
  /** Whether the lane ends it. */
  readonly taken: boolean;
}

const ends: readonly End[] = [
  { name: 'nothing', args: [], taken: true },
  { name: 'a string', args: ['text'], taken: true },
  { name: 'an empty string', args: [''], taken: true },
  { name: 'null', args: [null], taken: true },
  { name: 'non-ASCII text', args: ['é€😀'], taken: true },
  { name: 'text with its encoding', args: ['é', 'utf8'], taken: true },
  { name: 'text with an alias of its encoding', args: ['é', 'utf-8'], taken: true },
  { name: 'a Buffer', args: [Buffer.from('bytes')], taken: true },
  {
    name: 'a Uint8Array that is part of another',
    args: [new Uint8Array([1, 2, 3, 4]).subarray(1, 3)],
    taken: true,
  },
  { name: 'long bytes', args: [Buffer.alloc(20_000, 'x')], taken: true },
  { name: 'an empty Buffer', args: [Buffer.alloc(0)], taken: true },
  { name: 'text in latin1', args: ['é', 'latin1'], taken: false },
  { name: 'text in base64', args: ['6Q==', 'base64'], taken: false },
  { name: 'text for HEAD', method: 'HEAD', args: ['text'], taken: true },
  { name: 'bytes for HEAD', method: 'HEAD', args: [Buffer.from('bytes')], taken: true },
  { name: 'text after a head', before: (res) => res.writeHead(200), args: ['text'], taken: true },
  { name: 'nothing after a head', before: (res) => res.writeHead(200), args: [], taken: true },
  {
    name: 'bytes after a head',
    before: (res) => res.writeHead(200),
    args: [Buffer.from('bytes')],
    taken: false,
  },
  {
    name: 'bytes after a head with a length',
    before: (res) => res.writeHead(200, { 'Content-Length': 5 }),
    args: [Buffer.from('bytes')],
    taken: true,
  },
  { name: 'text after 204', before: (res) => res.writeHead(204), args: ['text'], taken: true },
  {
    name: 'text after a latin1 header',
    before: (res) => res.setHeader('X-A', 'é'),
    args: ['€'],
    taken: false,
  },
  { name: 'text after a piece', before: (res) => res.write('piece '), args: ['text'], taken: false },
  { name: 'text after flushed headers', before: (res) => res.flushHeaders(), args: ['text'], taken: false },
  { name: 'text after a cork', before: (res) => res.cork(), args: ['text'], taken: false },
  {
    name: 'text with trailers',
    before: (res) => res.writeHead(200, { Trailer: 'X-A' }).addTrailers({ 'X-A': 'a' }),
    args: ['text'],
    taken: false,
  },
  {
    name: 'text with strictContentLength',
    before: (res) => {
      res.strictContentLength = true;
      res.setHeader('Content-Length', 4);
    },
    args: ['text'],
    taken: false,
  },
];

test.each(ends)('$name: ends a response as in Node', async ({ before, args, method = 'GET' }) => {
  const seen = await sameOnEveryLane((lane) => {
    const notes: Record<string, string[]> = {};
    const server = lane.over(
      createServer((req, res) => {
        const told: string[] = [];
        notes[`${req.url}`] = told;
        before?.(res);
        res.on('finish', () => told.push('finish'));
        const returned = res.end(...(args as []));
        told.push(`${returned === res} ${res.headersSent} ${res.writableEnded} ${res.writableFinished}`);
        res.on('close', () => told.push(`close ${res.writableFinished} ${res.destroyed}`));
      }),
    );
    return talkTo(server, async ({ connect }) => {
      const client = await connect();
      await client.exchange(request(`${method} /1`) + request(`${method} /2`), [method, method]);
      await client.exchange(request(`${method} /3`), [method]);
      while (notes['/3']?.length !== 3) await new Promise((resolve) => setImmediate(resolve));
      return notes;
    });
  });
  expect(Object.keys(seen)).toHaveLength(3);
});

test.each(ends)('$name: taken by the lane is $taken', async ({ before, args, method = 'GET', taken }) => {
  const seen: boolean[] = [];
  const server = fastLane(
    createServer((_req, res) => {
      before?.(res);
      const [chunk, encoding, callback] = args;
      const isTaken = endResponse(res as unknown as NodeResponse, chunk, encoding, callback);
      seen.push(isTaken);
      if (!isTaken) res.destroy();
    }),
  );
  await talkTo(server, async ({ connect }) => {
    const client = await connect();
    await client.send(request(`${method} /`));
    while (seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
  });
  expect(seen).toEqual([taken]);
});

test.each<[string, readonly unknown[]]>([
  ['end(callback)', []],
  ['end(text, callback)', ['text']],
  ['end(text, encoding, callback)', ['text', 'utf8']],
  ['end(bytes, callback)', [Buffer.from('bytes')]],
])('%s calls back when the response has finished', async (_name, args) => {
  const notes = await sameOnEveryLane((lane) => {
    const notes: unknown[] = [];
    const server = lane.over(
      createServer((_req, res) => {
        const end = (...all: unknown[]): unknown => res.end(...(all as []));
        end(...args, (error: unknown) => notes.push(['called', error == null, res.writableFinished]));
        notes.push('returned');
      }),
    );
    return talkTo(server, async ({ connect }) => {
      await (await connect()).exchange(request('GET /'));
      while (notes.length < 2) await new Promise((resolve) => setImmediate(resolve));
      return notes;
    });
  });
  expect(notes).toEqual(['returned', ['called', true, true]]);
});

test.each<[string, readonly unknown[]]>([
  ['a number', [7]],
  ['an object', [{}]],
  ['an unknown encoding', ['text', 'utf9']],
])('%s is rejected as in Node', async (_name, args) => {
  const seen = await sameOnEveryLane(
    (lane) => {
      const server = lane.over(
        createServer((_req, res) => {
          try {
            res.end(...(args as []));
          } catch (error) {
            res.end(`${Reflect.get(error as Error, 'code')}`);
          }
        }),
      );
      return talkTo(server, async ({ connect }) => {
        const client = await connect();
        await client.send(request('GET /', ['Connection: close']));
        return client.rest();
      });
    },
    { servedBy: 'either' },
  );
  expect(seen).not.toBe('');
});

test('a second end() has the same effect as in Node', async () => {
  await sameOnEveryLane((lane) => {
    const notes: unknown[] = [];
    const server = lane.over(
      createServer((_req, res) => {
        const note = (name: string) => (error?: NodeJS.ErrnoException | null) =>
          notes.push([name, error?.code]);
        res.on('error', note('error'));
        res.end('first', note('end first'));
        res.end(note('end second'));
        res.end('third', note('end third'));
        res.on('close', () => res.end(note('end late')));
      }),
    );
    return talkTo(server, async ({ connect }) => {
      const client = await connect();
      const [response] = await client.exchange(request('GET /'));
      while (notes.length < 4) await new Promise((resolve) => setImmediate(resolve));
      return { response, notes: notes.map(String).sort() };
    });
  });
});

test.each([
  ['plain', createServer],
  ['TLS', (listener: RequestListener) => createSecureServer(identity, listener)],
])(
  'over %s, the bytes sent after each end, at prefinish and at finish are reported as in Node',
  async (_name, create) => {
    const notes = await sameOnEveryLane((lane) => {
      const notes: unknown[] = [];
      const server = lane.over(
        create((req, res) => {
          const note = (moment: string) =>
            notes.push([req.url, moment, res.writableFinished, res.writableLength]);
          res.sendDate = false;
          for (const moment of ['prefinish', 'finish']) res.on(moment, () => note(moment));
          res.end(req.url);
          note('end');
        }),
      );
      return talkTo(server, async ({ connect }) => {
        await (await connect()).exchange(
          ['/1', '/2', '/3'].map((target) => request(`GET ${target}`)).join(''),
          3,
        );
        return notes;
      });
    });
    expect(notes).toHaveLength(9);
  },
);
