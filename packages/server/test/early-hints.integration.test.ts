import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createExpressApplication } from '../src/express.ts';
import { type Application, createServer, type RequestHandler } from '../src/index.ts';
import { converse } from './internal/converse.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

async function listen(app: Application): Promise<number> {
  const server = app.listen(0, '127.0.0.1');
  cleanups.push(() => app.close({ grace: 0 }));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const GET = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
const SPLIT = '\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil';

const hostile: [string, () => object][] = [
  ['a link', () => ({ link: `</a${SPLIT}>; rel=preload` })],
  ['one of several links', () => ({ link: ['</a>; rel=preload', `</b${SPLIT}>; rel=preload`] })],
  ['another header', () => ({ link: '</a>; rel=preload', 'x-own': `a${SPLIT}` })],
  ['one of several values', () => ({ link: '</a>; rel=preload', 'x-own': ['a', `b${SPLIT}`] })],
  ['a name', () => ({ link: '</a>; rel=preload', [`x-own: a${SPLIT}`]: 'a' })],
  [
    'a character that becomes a line break in Latin-1',
    () => ({ link: '</a>; rel=preload', 'x-own': 'a\u010d\u010aevil' }),
  ],
  [
    'a value that changes',
    () => {
      let reads = 0;
      return {
        link: '</a>; rel=preload',
        get 'x-own'() {
          return reads++ === 0 ? 'a' : `a${SPLIT}`;
        },
      };
    },
  ],
];

const kinds: [string, () => Application][] = [
  ['createServer() in the fast lane', () => createServer({ http2: true })],
  ["createServer() in Node's lane", () => createServer({ fastLane: false, http2: true })],
  ['nextpress/express', () => createExpressApplication()],
];

describe.each(kinds)('%s', (kind, create) => {
  const hint =
    (make: () => object): RequestHandler =>
    (_req, res) => {
      try {
        res.writeEarlyHints(make() as never);
        res.end('sent');
      } catch {
        res.end('refused');
      }
    };

  test.each(hostile)('res.writeEarlyHints cannot split the response by %s', async (_what, make) => {
    const text = await converse(await listen(create().use(hint(make)) as Application), GET);
    expect(text).not.toContain('evil');
    expect(text).toMatch(/(refused|sent)$/);
  });

  test('res.writeEarlyHints sends links and other headers', async () => {
    const hints = { link: ['</a>; rel=preload', '</b>; rel=preload'], 'x-own': 5 };
    const text = await converse(await listen(create().use(hint(() => hints)) as Application), GET);
    expect(text).toMatch(
      /^HTTP\/1.1 103 Early Hints\r\nLink: <\/a>; rel=preload, <\/b>; rel=preload\r\nx-own: 5\r\n\r\nHTTP\/1.1 200 OK.*sent$/s,
    );
  });

  test.each([{}, { link: null }, { link: undefined, 'x-own': 'a' }])(
    'res.writeEarlyHints sends nothing for %j',
    async (hints) => {
      const text = await converse(await listen(create().use(hint(() => hints)) as Application), GET);
      expect(text).toMatch(/^HTTP\/1.1 200 OK.*sent$/s);
    },
  );

  test.runIf(kind.startsWith('createServer')).each(hostile)(
    'res.writeEarlyHints cannot add a header over HTTP/2 by %s',
    async (_what, make) => {
      const port = await listen(create().use(hint(make)) as Application);
      const session = connectHttp2(`http://127.0.0.1:${port}`);
      cleanups.push(() => session.destroy());
      const stream = session.request({ ':path': '/' });
      const informational: object[] = [];
      stream.on('headers', (headers) => informational.push(headers));
      let body = '';
      for await (const chunk of stream) body += chunk;
      expect(['refused', 'sent']).toContain(body);
      for (const headers of informational) expect(headers).not.toHaveProperty('content-length');
    },
  );
});
