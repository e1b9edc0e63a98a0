import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { until } from '@nextpress-internal/test-kit';
import compression from 'compression';
import express from 'express';
import session from 'express-session';
import helmet from 'helmet';
import morgan from 'morgan';
import onFinished from 'on-finished';
import onHeaders from 'on-headers';
import { pinoHttp } from 'pino-http';
import { expect, test } from 'vitest';
import { fieldOf, request, responsesOnEveryLane, sameOnEveryLane, talkTo } from './lanes.ts';
import type { ReceivedResponse } from './raw-client.ts';

const fields = (received: ReceivedResponse | undefined): Record<string, string> =>
  Object.fromEntries((received?.rawHeaders ?? []).map(([name, value]) => [name.toLowerCase(), value]));

test('helmet sets its headers, without Express', async () => {
  const protect = helmet();
  const [received] = await responsesOnEveryLane(
    (lane) => lane.over(createServer((req, res) => protect(req, res, () => res.end('safe')))),
    [request('GET /'), request('HEAD /')],
  );
  expect(received?.body).toBe('safe');
  expect(fields(received)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'content-security-policy': expect.stringContaining("default-src 'self'"),
  });
});

/** Connect middleware, which may expect more of `req` than Node provides. */
type Middleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

test('morgan logs the status, length and time of each response once it is sent', async () => {
  const lines = await sameOnEveryLane(async (lane) => {
    const lines: string[] = [];
    const log: Middleware = morgan(
      ':method :url :status :res[content-length] :req[x-a] :response-time :total-time :remote-addr',
      { stream: { write: (line) => void lines.push(line.trimEnd()) } },
    );
    const listener: RequestListener = (req, res) =>
      log(req, res, () => {
        const length = Number(req.url?.slice(1));
        const received = (): void => {
          res.writeHead(200 + length, { 'Content-Length': length }).end('x'.repeat(length));
        };
        // A timer may fire early, as measured from here.
        const since = performance.now();
        const wait = (): unknown => (performance.now() - since < 10 ? setImmediate(wait) : received());
        if (length > 5) wait();
        else received();
      });
    await talkTo(lane.over(createServer(listener)), async ({ connect }) => {
      const client = await connect();
      const requests = ['/1', '/2', '/8', '/3'].map((path) => request(`GET ${path}`, [`X-A: ${path}`]));
      await client.exchange(requests.join(''), requests.length);
      await until(() => lines.length >= requests.length);
    });
    for (const line of lines) {
      const [response = -1, total = -1] = (line.match(/\d+\.\d{3}/g) ?? []).map(Number);
      expect(response).toBeGreaterThan(line.startsWith('GET /8') ? 5 : 0);
      expect(total).toBeGreaterThanOrEqual(response);
    }
    return lines.map((line) => line.replace(/\d+\.\d{3}/g, 'ms'));
  });
  expect(lines).toEqual([
    'GET /1 201 1 /1 ms ms 127.0.0.1',
    'GET /2 202 2 /2 ms ms 127.0.0.1',
    'GET /8 208 8 /8 ms ms 127.0.0.1',
    'GET /3 203 3 /3 ms ms 127.0.0.1',
  ]);
});

test('compression compresses long bodies and leaves short ones alone', async () => {
  const compress = compression({ threshold: 100 });
  const long = 'text '.repeat(1000);
  const listener: RequestListener = (req, res) => {
    const withEtag = req as IncomingMessage & express.Request;
    compress(withEtag, res as ServerResponse & express.Response, () => {
      res.setHeader('Content-Type', 'text/plain');
      if (req.url === '/short') return void res.end('short');
      if (req.url === '/end') return void res.end(long);
      if (req.url === '/known') return void res.setHeader('Content-Length', long.length).end(long);
      res.write(long);
      if (req.url === '/late') setTimeout(() => res.end(long), 5);
      else res.end(long);
    });
  };
  const gzip = ['Accept-Encoding: gzip'];
  const allReceived = await responsesOnEveryLane(
    (lane) => lane.over(createServer(listener)),
    [
      request('GET /short', gzip),
      request('GET /end', gzip),
      request('GET /known', gzip),
      request('GET /written', gzip),
      request('GET /late', gzip),
      request('GET /end'),
      request('HEAD /end', gzip),
      request('GET /short', gzip),
    ],
  );
  const decoded = allReceived.map((received) =>
    fieldOf(received, 'Content-Encoding') === 'gzip' && received.body !== ''
      ? `gzip ${gunzipSync(Buffer.from(received.body, 'latin1')).length}`
      : `plain ${received.body.length}`,
  );
  expect(decoded).toEqual([
    'plain 5',
    'gzip 5000',
    'gzip 5000',
    'gzip 10000',
    'gzip 10000',
    'plain 5000',
    'plain 0',
    'plain 5',
  ]);
  expect(gunzipSync(Buffer.from(allReceived[1]?.body ?? '', 'latin1')).toString()).toBe(long);
  expect(fieldOf(allReceived[0] as ReceivedResponse, 'Vary')).toBe('Accept-Encoding');
});

test('express-session sets a cookie and finds the session again, on the same connection and on others', async () => {
  const seen = await sameOnEveryLane(
    async (lane) => {
      let ids = 0;
      const app = express();
      const options = { secret: 'secret', resave: false, saveUninitialized: false };
      app.use(session({ ...options, rolling: true, genid: () => `id-${++ids}` }));
      app.get('/none', (_req, res) => void res.json('none'));
      app.get('/count', ({ session }, res) => {
        const counted = session as typeof session & { count?: number };
        counted.count = (counted.count ?? 0) + 1;
        res.json(counted.count);
      });
      app.get('/end', ({ session }, res) => {
        session.destroy(() => res.json('ended'));
      });
      return talkTo(lane.over(createServer(app)), async ({ connect }) => {
        const [client, other] = [await connect(), await connect()];
        const none = await client.exchange(request('GET /none'));
        const [first] = await client.exchange(request('GET /count'));
        const cookie = [`Cookie: ${fieldOf(first as ReceivedResponse, 'Set-Cookie')?.split(';')[0]}`];
        const later = [];
        for (const who of [client, other, client])
          later.push(...(await who.exchange(request('GET /count', cookie))));
        later.push(...(await other.exchange(request('GET /count', cookie) + request('GET /none'), 2)));
        later.push(...(await client.exchange(request('GET /end', cookie))));
        later.push(...(await client.exchange(request('GET /count', cookie))));
        return [...none, first, ...later].map((received) => [
          received?.body,
          fieldOf(received as ReceivedResponse, 'Set-Cookie')?.slice(0, 20),
        ]);
      });
    },
    { lazy: false },
  );
  const cookie = 'connect.sid=s%3Aid-1'.slice(0, 20);
  expect(seen.map(([body]) => body)).toEqual(['"none"', '1', '2', '3', '4', '5', '"none"', '"ended"', '1']);
  expect(seen[0]?.[1]).toBe(undefined);
  expect(seen[2]?.[1]?.slice(0, 16)).toBe(cookie.slice(0, 16));
});

test('on-headers runs its listeners once, in reverse order, and they can still set headers', async () => {
  const allReceived = await responsesOnEveryLane(
    (lane) =>
      lane.over(
        createServer((req, res) => {
          const order: string[] = [];
          onHeaders(res, function (this: ServerResponse) {
            order.push('first');
            this.setHeader('X-Order', order.join());
            this.setHeader('X-Known', String(this.getHeader('content-type')));
            if (req.url === '/status') this.statusCode = 299;
          });
          onHeaders(res, () => void order.push('second'));
          if (req.url === '/head') res.writeHead(201, { 'Content-Type': 'a/b' });
          if (req.url === '/list') res.writeHead(201, ['Content-Type', 'c/d', 'X-A', '1']);
          if (req.url === '/flush') res.flushHeaders();
          if (req.url === '/set') res.setHeader('Content-Type', 'e/f');
          res.end(`${res.headersSent}`);
        }),
      ),
    ['/end', '/head', '/list', '/flush', '/set', '/status'].map((path) => request(`GET ${path}`)),
  );
  const picture = allReceived.map((received) => {
    const { 'x-order': order, 'x-known': known } = fields(received);
    return [received.status, received.body, order, known];
  });
  expect(picture).toEqual([
    [200, 'false', 'second,first', 'undefined'],
    [201, 'true', 'second,first', 'a/b'],
    [201, 'true', 'second,first', 'c/d'],
    [200, 'true', 'second,first', 'undefined'],
    [200, 'false', 'second,first', 'e/f'],
    [299, 'false', 'second,first', 'undefined'],
  ]);
});

test('on-finished calls back for each request and response, and for an abort', async () => {
  const seen = await sameOnEveryLane(async (lane) => {
    const seen: string[] = [];
    let held = false;
    let told = (): void => {};
    const all = new Promise<void>((resolve) => {
      told = resolve;
    });
    const tell = (text: string): void => {
      seen.push(text);
      if (text.startsWith('res /held')) told();
    };
    const listener: RequestListener = (req, res) => {
      const before = `${onFinished.isFinished(req)},${onFinished.isFinished(res)}`;
      onFinished(req, (error) => tell(`req ${req.url} ${before} ${error?.message}`));
      onFinished(res, (error, of) => {
        tell(
          `res ${req.url} ${error?.message} ${of === res} ${onFinished.isFinished(res)} ${res.statusCode}`,
        );
      });
      if (req.url === '/late') setTimeout(() => res.end('late'), 5);
      else if (req.url === '/read') req.on('end', () => res.end('read')).resume();
      else if (req.url === '/held') held = true;
      else res.end('now');
    };
    await talkTo(lane.over(createServer(listener)), async ({ connect }) => {
      const client = await connect();
      const texts = [request('GET /now'), request('POST /read', [], 'body'), request('GET /late')];
      await client.exchange([...texts, request('POST /unread', [], 'body')].join(''), 4);
      await until(() => seen.length >= 8);
      await client.send(request('GET /held'));
      await until(() => held);
      await client.close();
      await all;
    });
    // The order in which two independent messages end is unspecified.
    return seen.sort();
  });
  expect(seen).toEqual([
    'req /held false,false undefined',
    'req /late false,false undefined',
    'req /now false,false undefined',
    'req /read false,false undefined',
    'req /unread false,false undefined',
    'res /held undefined true true 200',
    'res /late undefined true true 200',
    'res /now undefined true true 200',
    'res /read undefined true true 200',
    'res /unread undefined true true 200',
  ]);
});

test('pino-http logs each request with its status, ID and duration', async () => {
  const lines = await sameOnEveryLane(async (lane) => {
    const lines: string[] = [];
    let ids = 0;
    const log = pinoHttp(
      { genReqId: () => ++ids, quietReqLogger: true },
      {
        write: (line: string) => void lines.push(line),
      },
    );
    const listener: RequestListener = (req, res) => {
      log(req, res);
      if (req.url === '/broken') {
        res.statusCode = 500;
        return void res.end('broken');
      }
      req.log.info('inside');
      res.end(`${req.id}`);
    };
    await talkTo(lane.over(createServer(listener)), async ({ connect }) => {
      const client = await connect();
      await client.exchange(request('GET /one') + request('GET /broken') + request('GET /two'), 3);
      await until(() => lines.length >= 5);
    });
    return lines
      .map((line) => {
        const { level, msg, reqId, responseTime, res, req } = JSON.parse(line);
        if (responseTime !== undefined) expect(responseTime).toBeGreaterThanOrEqual(0);
        const { remotePort: _, ...request } = req ?? {};
        return { level, msg, reqId, res, request };
      })
      .sort((a, b) => a.reqId - b.reqId || a.level - b.level);
  });
  expect(lines.map(({ msg, reqId, res }) => [msg, reqId, res?.statusCode])).toEqual([
    ['inside', 1, undefined],
    ['request completed', 1, 200],
    ['request errored', 2, 500],
    ['inside', 3, undefined],
    ['request completed', 3, 200],
  ]);
});
