import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import { addAbortSignal, finished, PassThrough, pipeline, Readable, Transform, Writable } from 'node:stream';
import { finished as finishedPromise, pipeline as pipelinePromise } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip, gunzipSync } from 'node:zlib';
import { settle, until } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { identity, request, responsesOnEveryLane, sameOnEveryLane, talkTo } from './lanes.ts';

const upper = (): Transform =>
  new Transform({
    transform(piece: Buffer, _encoding, done) {
      done(null, piece.toString('latin1').toUpperCase());
    },
  });

/** What an application may do with its two streams. */
const uses: Readonly<Record<string, RequestListener>> = {
  'req.pipe(res)': (req, res) => void req.pipe(res),
  'pipeline(req, transform, res)': (req, res) => void pipeline(req, upper(), res, () => {}),
  'pipeline(req, gzip, res)': (req, res) => void pipeline(req, createGzip(), res, () => {}),
  'pipeline() from stream/promises': (req, res) => void pipelinePromise(req, upper(), res),
  'for await': async (req, res) => {
    const pieces: Buffer[] = [];
    for await (const piece of req) pieces.push(piece);
    res.end(Buffer.concat(pieces));
  },
  'req.toArray()': async (req, res) => {
    res.end(Buffer.concat(await req.toArray()));
  },
  'req.setEncoding() and read()': (req, res) => {
    let text = '';
    req.setEncoding('latin1').on('readable', () => {
      for (let piece = req.read(3); piece !== null; piece = req.read(3)) text += `${piece},`;
      const rest = req.read();
      if (rest !== null) text += rest;
    });
    req.on('end', () => res.end(text));
  },
  'req.pause() and resume()': (req, res) => {
    let text = '';
    req.on('data', (piece: Buffer) => {
      text += piece;
      req.pause();
      setTimeout(() => req.resume(), 1);
    });
    req.on('end', () => res.end(`${text} ${req.isPaused()} ${req.readableFlowing}`));
  },
  'a listener added late': (req, res) => {
    void until(() => req.complete).then(() => {
      let text = `${req.readableLength > 0},`;
      req.on('data', (piece) => {
        text += piece;
      });
      req.on('end', () => res.end(text));
    });
  },
  'req.unshift()': (req, res) => {
    let text = '';
    req.once('data', (piece: Buffer) => {
      req.unshift(Buffer.from(`again ${piece}`));
      req.on('data', (more) => {
        text += more;
      });
    });
    req.on('end', () => res.end(text || 'nothing'));
    if (req.headers['content-length'] === '0') req.resume();
  },
  'Readable.toWeb(req)': async (req, res) => {
    let text = '';
    for await (const piece of Readable.toWeb(req))
      text += Buffer.from(piece as Uint8Array).toString('latin1');
    res.end(text);
  },
  'Writable.toWeb(res)': async (req, res) => {
    const writer = Writable.toWeb(res).getWriter();
    for await (const piece of req) await writer.write(piece);
    await writer.close();
  },
  'finished(req) and finished(res)': (req, res) => {
    finished(req, (error) => {
      finished(res, () => {});
      res.end(`${error?.message} ${req.readableEnded} ${req.destroyed}`);
    });
    req.resume();
  },
  'finished() from stream/promises': async (req, res) => {
    req.resume();
    await finishedPromise(req);
    res.end('finished');
    await finishedPromise(res);
  },
  'once() from events': async (req, res) => {
    req.resume();
    await once(req, 'end');
    res.end('once');
    await once(res, 'finish');
  },
  'cork() and uncork()': (req, res) => {
    res.cork();
    res.write('one,');
    res.write('two,');
    setImmediate(() => {
      res.uncork();
      req.resume().on('end', () => res.end('three'));
    });
  },
  'write() with callbacks': (_req, res) => {
    const order: string[] = [];
    res.write('one,', () => order.push('first'));
    res.write('two,', 'latin1', () => {
      order.push('second');
      res.end(order.join());
    });
  },
  'a PassThrough piped into the response': (req, res) => {
    const through = new PassThrough();
    through.pipe(res);
    req.pipe(through, { end: false });
    req.on('end', () => through.end(' piped'));
  },
  'response trailers': (_req, res) => {
    res.setHeader('Trailer', 'X-Sum');
    res.write('content');
    res.addTrailers({ 'X-Sum': '7' });
    res.end();
  },
  'early hints': (_req, res) => {
    res.writeEarlyHints({ link: '</style.css>; rel=preload' });
    res.writeProcessing();
    res.end('hinted');
  },
};

/** What an application may read from a response while it is being sent. */
const state = (res: ServerResponse): unknown[] => [
  res.headersSent,
  res.writable,
  res.writableEnded,
  res.writableFinished,
  res.writableLength,
  res.writableNeedDrain,
  res.writableCorked,
  res.destroyed,
  res.closed,
  res.errored,
];

/** A response reader can't separate these responses: they have trailers, or informational responses. */
const unreadable = ['response trailers', 'early hints'];

/**
 * Node's parser runs ticks between the pieces of a body and its end while it reads the socket itself. The lane doesn't,
 * nor does Node where other code listens to the socket's data. These cases can tell, the last three because Node 26
 * joins everything written in one tick into one chunk.
 */
const tickBound = [
  'req.setEncoding() and read()',
  'req.pause() and resume()',
  'Writable.toWeb(res)',
  'write() with callbacks',
  'a PassThrough piped into the response',
];

const kinds: Readonly<Record<string, (listener: RequestListener) => Server | SecureServer>> = {
  'over TCP': (listener) => createServer(listener),
  'over TLS': (listener) => createSecureServer(identity, listener),
  'alongside another reader': (listener) =>
    createServer(listener).on('connection', (socket) => socket.on('data', () => {})),
};

const cases = Object.entries(kinds).flatMap(([kind, serve]) =>
  Object.entries(uses)
    .filter(([name]) => kind === 'alongside another reader' || !tickBound.includes(name))
    .map(([name, use]) => ({ kind, serve, name, use })),
);

test.each(cases.filter(({ name }) => !unreadable.includes(name)))(
  '$name gives the same result as on plain Node, $kind',
  async ({ serve, name, use }) => {
    // All of it fits into one read, so that the pieces of the responses are the same.
    const bodies = ['', 'a', 'hello world', 'x'.repeat(12_000)];
    const texts = bodies.map((body) => request('POST /', [], body));
    const responses = await responsesOnEveryLane((lane) => lane.over(serve(use)), texts);
    const content = responses.map(({ body }) => body);
    if (name === 'req.pipe(res)') expect(content).toEqual(bodies);
    if (name.includes('gzip'))
      expect(`${gunzipSync(Buffer.from(content[2] ?? '', 'latin1'))}`).toBe(bodies[2]);
  },
);

test.each(cases)(
  '$name leaves request and response in the same state as plain Node, $kind',
  async ({ serve, use }) => {
    await sameOnEveryLane(async (lane) => {
      const messages: [IncomingMessage, ServerResponse][] = [];
      const states: unknown[] = [];
      const server = serve((req, res) => {
        messages.push([req, res]);
        states.push(state(res), [req.complete, req.readable, req.readableLength, req.readableFlowing]);
        use(req, res);
      });
      await talkTo(lane.over(server), async ({ connect }) => {
        const client = await connect();
        await client.send(request('POST /', [], 'body') + request('GET /', ['Content-Length: 0']));
        await until(() => messages.length === 2 && messages.every(([, res]) => res.closed));
        await settle();
      });
      for (const [req, res] of messages) {
        const { complete, readable, readableEnded, readableAborted, destroyed, closed } = req;
        states.push(state(res), [complete, readable, readableEnded, readableAborted, destroyed, closed]);
      }
      return states;
    });
  },
);

test('informational responses come before their response, even when pipelined', async () => {
  const text = await sameOnEveryLane((lane) =>
    talkTo(lane.over(createServer(uses['early hints'])), async ({ connect }) => {
      const client = await connect();
      await client.send(request('GET /') + request('GET /', ['Connection: close']));
      return client.rest();
    }),
  );
  expect(text.match(/HTTP\/1\.1 \d+|hinted/g)).toEqual([
    'HTTP/1.1 103',
    'HTTP/1.1 102',
    'HTTP/1.1 200',
    'hinted',
    'HTTP/1.1 103',
    'HTTP/1.1 102',
    'HTTP/1.1 200',
    'hinted',
  ]);
});

test('server-sent events arrive one by one, as they are written', async () => {
  const seen = await sameOnEveryLane((lane) => {
    const listener: RequestListener = async (req, res) => {
      if (req.url === '/page') return void res.end('page');
      res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      res.flushHeaders();
      for (let n = 0; n < 3; n++) {
        await sleep(3);
        res.write(`data: ${n}\n\n`);
      }
      await once(res, 'close');
    };
    return talkTo(lane.over(createServer(listener)), async ({ connect }) => {
      const client = await connect();
      await client.exchange(request('GET /page') + request('GET /page'), 2);
      await client.send(request('GET /events'));
      const texts = [
        await client.until('\r\n\r\n'),
        await client.until('data: 0'),
        await client.until('data: 2'),
      ];
      await client.close();
      // How many events arrive in one read is unspecified.
      return texts.join('').replace(/^Date.*$/m, '');
    });
  });
  expect(seen).toMatch(/^HTTP\/1\.1 200 OK\r\n.*data: 0.*data: 1.*data: 2/s);
});

test('a long response waits for a slow reader, and so do the requests after it', async () => {
  const seen = await sameOnEveryLane(async (lane) => {
    const long = Buffer.alloc(8_000_000, 'long');
    const order: string[] = [];
    const listener: RequestListener = (req, res) => {
      order.push(`${req.url}`);
      if (req.url !== '/long') return void res.end(req.url);
      res.setHeader('Content-Length', long.length);
      Readable.from(
        (function* () {
          for (let at = 0; at < long.length; at += 100_000) yield long.subarray(at, at + 100_000);
        })(),
      )
        .pipe(res)
        .on('finish', () => order.push('finish'));
    };
    return talkTo(lane.over(createServer(listener)), async ({ connect }) => {
      const client = await connect();
      await client.exchange(request('GET /1'));
      client.socket.pause();
      await client.send(request('GET /long') + request('GET /2') + request('GET /long') + request('GET /3'));
      await settle();
      const early = order.includes('finish');
      client.socket.resume();
      await until(() => client.length >= 2 * long.length + 500);
      const responses = await client.responses(4);
      return { early, order, bodies: responses.map(({ body }) => body.length) };
    });
  });
  expect(seen).toEqual({
    early: false,
    order: ['/1', '/long', '/2', '/long', '/3', 'finish', 'finish'],
    bodies: [8_000_000, 2, 8_000_000, 2],
  });
});

test('an abort signal ends a request that is being read', async () => {
  const seen = await sameOnEveryLane(async (lane) => {
    let tell: (text: string) => void = () => {};
    const told = new Promise<string>((resolve) => {
      tell = resolve;
    });
    const listener: RequestListener = (req, res) => {
      if (req.method === 'GET') return void res.end();
      const controller = new AbortController();
      addAbortSignal(controller.signal, req);
      finished(req, (error) => tell(`${error?.name} ${req.destroyed} ${req.aborted}`));
      req.once('data', () => controller.abort());
    };
    return talkTo(lane.over(createServer(listener)), async ({ connect }) => {
      const client = await connect();
      await client.exchange(request('GET /'));
      await client.send(`${request('POST /', ['Content-Length: 10'])}12345`);
      return [await told, await client.rest()];
    });
  });
  expect(seen).toEqual(['AbortError true true', '']);
});
