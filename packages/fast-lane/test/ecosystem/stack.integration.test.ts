import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { until } from '@nextpress-internal/test-kit';
import compression from 'compression';
import express, { type ErrorRequestHandler } from 'express';
import session from 'express-session';
import helmet from 'helmet';
import morgan from 'morgan';
import multer from 'multer';
import onFinished from 'on-finished';
import onHeaders from 'on-headers';
import { pinoHttp } from 'pino-http';
import { expect, test } from 'vitest';
import { fieldOf, identity, request, sameOnEveryLane, talkTo } from './lanes.ts';

/** Uses all of them at once, as applications do: each replaces methods that another has already replaced. */
function application(log: string[]): RequestListener {
  const app = express();
  let ids = 0;
  app.use(
    morgan(':method :url :status :res[content-length] :res[content-encoding]', {
      stream: { write: (line) => void log.push(`morgan ${line.trim()}`) },
    }),
  );
  app.use(
    pinoHttp(
      { genReqId: () => ++ids, quietReqLogger: true },
      {
        write: (line: string) => {
          const { reqId, res, msg } = JSON.parse(line);
          log.push(`pino ${reqId} ${res.statusCode} ${msg}`);
        },
      },
    ),
  );
  app.use((_req, res, next) => {
    onHeaders(res, () => res.setHeader('X-Late', `${res.statusCode}`));
    onFinished(res, (error, { statusCode }) => void log.push(`finished ${statusCode} ${error?.message}`));
    next();
  });
  app.use(helmet(), compression({ threshold: 1_000 }));
  app.use(session({ secret: 'secret', resave: false, saveUninitialized: true, genid: () => `id-${ids}` }));
  app.use(express.json(), express.urlencoded({ extended: true }));
  app.get('/long', (_req, res) => void res.json({ text: 'long '.repeat(1_000) }));
  app.get('/short', ({ session }, res) => {
    Object.assign(session, { seen: true });
    res.status(201).send('short');
  });
  app.get('/pieces', async (_req, res) => {
    res.type('text/plain');
    for (let n = 0; n < 5; n++) {
      res.write('piece '.repeat(300));
      await sleep(1);
    }
    res.end('last');
  });
  app.get('/broken', async () => {
    await sleep(1);
    throw new Error('broken');
  });
  app.post('/json', ({ body }, res) => void res.json(body));
  app.post('/form', multer().none(), ({ body }, res) => void res.json(body));
  app.use(
    ((error: Error, _req, res, _next) =>
      void res.status(500).send(error.message)) satisfies ErrorRequestHandler,
  );
  return app;
}

const form = ['--limit', 'Content-Disposition: form-data; name="a"', '', 'b', '--limit--', ''].join('\r\n');
const gzip = ['Accept-Encoding: gzip'];
const batch = [
  request('GET /long', gzip),
  request('GET /short', gzip),
  request('POST /json', ['Content-Type: application/json'], JSON.stringify({ a: 'é'.repeat(100) })),
  request('GET /pieces', gzip),
  request('HEAD /long', gzip),
  request('GET /broken'),
  request('POST /form', ['Content-Type: multipart/form-data; boundary=limit'], form),
  request('GET /none', gzip),
  request('GET /long'),
];

test.each(['plain', 'secure'])(
  'an application with the whole stack responds and logs as on plain Node: %s',
  async (kind) => {
    const seen = await sameOnEveryLane(
      (lane) => {
        const log: string[] = [];
        const listener = application(log);
        const server = kind === 'plain' ? createServer(listener) : createSecureServer(identity, listener);
        return talkTo(lane.over(server), async ({ connect }) => {
          const client = await connect();
          const methods = batch.map((text) => text.slice(0, text.indexOf(' ')));
          const responses = [
            ...(await client.exchange(batch.join(''), methods)),
            ...(await client.exchange(batch.slice().reverse().join(''), methods.slice().reverse())),
          ];
          // Three lines each: the last one may come after its response.
          await until(() => log.length >= 3 * responses.length);
          const bodies = responses.map((response) => {
            const { status, body } = response;
            const isCoded = fieldOf(response, 'Content-Encoding') === 'gzip' && body !== '';
            const text = isCoded ? gunzipSync(Buffer.from(body, 'latin1')).toString() : body;
            const names = response.rawHeaders.map(([name]) => name);
            return { status, text, isCoded, names, late: fieldOf(response, 'X-Late') };
          });
          return { bodies, log: log.sort() };
        });
      },
      { lazy: false },
    );
    const [long, short, json, pieces, head, broken, posted, none, plain] = seen.bodies;
    expect([long?.isCoded, long?.text, long?.late]).toEqual([
      true,
      `{"text":"${'long '.repeat(1_000)}"}`,
      '200',
    ]);
    expect([short?.isCoded, short?.text, short?.late]).toEqual([false, 'short', '201']);
    expect(short?.names).toContain('Set-Cookie');
    expect(short?.names).toContain('Content-Security-Policy');
    expect(JSON.parse(Buffer.from(json?.text ?? '', 'latin1').toString())).toEqual({ a: expect.any(String) });
    expect([pieces?.isCoded, pieces?.text]).toEqual([true, `${'piece '.repeat(1_500)}last`]);
    expect([head?.status, head?.text]).toEqual([200, '']);
    expect([broken?.status, broken?.text, broken?.late]).toEqual([500, 'broken', '500']);
    expect(posted?.text).toBe('{"a":"b"}');
    expect([none?.status, none?.late]).toEqual([404, '404']);
    expect([plain?.isCoded, plain?.text]).toEqual([false, long?.text]);
    expect(seen.log.filter((line) => line.startsWith('morgan GET /long 200 - gzip'))).toHaveLength(2);
    expect(seen.log.filter((line) => line === 'finished 500 undefined')).toHaveLength(2);
  },
);
