import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { compileTrust } from '@nextpress/semantics/trust';
import { exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultSettings, patchPrototypes, type RequestHelpers } from '../src/index.ts';
import { type PatchedRequest, patchedClasses } from './patched-server.ts';

type Read = (req: IncomingMessage & RequestHelpers) => unknown;

/** The property or call to compare, and the header lines of the requests. */
interface Case {
  readonly read: Read;
  readonly requests: readonly string[];
  readonly method?: string;
}

const headers = (name: string, ...values: string[]): string[] => [
  '',
  ...values.map((value) => `${name}: ${value}\r\n`),
];

const ACCEPT = headers(
  'Accept',
  '',
  '*/*',
  'text/html',
  'application/json;q=0.5, text/*',
  'text/html;q=0, */*;q=0.1',
  'image/png',
  'text/html;level=1, text/html;q=0.3',
);
const PROXIED = headers(
  'X-Forwarded-For',
  '203.0.113.9',
  '203.0.113.9, 10.1.2.3,198.51.100.1',
  '203.0.113.9, 10.1.2.3',
  '::ffff:10.0.0.9',
  ', ,',
);
const CONTENT = [
  'application/json; charset=utf-8',
  'text/html',
  'application/problem+json',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
];
const WITH_CONTENT = [
  ...['', ...CONTENT.map((type) => `Content-Type: ${type}\r\n`)].map(
    (line) => `${line}Content-Length: 1\r\n`,
  ),
  'Content-Type: text/html\r\n',
];
const CONDITIONAL = [
  '',
  ...headers('If-None-Match', '"a"', 'W/"a"', '"b"', '*', '"b", "a"'),
  ...headers('If-Modified-Since', 'Sun, 06 Nov 1994 08:49:37 GMT', 'Sun, 06 Nov 1994 08:49:36 GMT', 'soon'),
  'If-None-Match: "a"\r\nCache-Control: no-cache\r\n',
];
const HOSTS = [
  '',
  'X-Forwarded-Host: a.b.forwarded.example:8080, other\r\n',
  'X-Forwarded-Host: [2001:db8::1]:80\r\n',
  'X-Forwarded-Host: 203.0.113.9\r\n',
];

const cases: Readonly<Record<string, Case>> = {
  'accepts()': { read: (req) => req.accepts(), requests: ACCEPT },
  'accepts of one': {
    read: (req) => [req.accepts('html'), req.accepts('json'), req.accepts('nothing')],
    requests: ACCEPT,
  },
  'accepts of several': { read: (req) => req.accepts('json', 'html', 'text/plain'), requests: ACCEPT },
  'accepts of a list': {
    read: (req) => req.accepts(['text/html', 'application/json', 'png']),
    requests: ACCEPT,
  },
  acceptsCharsets: {
    read: (req) => [
      req.acceptsCharsets(),
      req.acceptsCharsets('utf-8', 'latin1'),
      req.acceptsCharsets(['x']),
    ],
    requests: headers('Accept-Charset', '', 'utf-8', 'latin1;q=0.5, UTF-8;q=0.4', '*;q=0.1, utf-8;q=0'),
  },
  acceptsEncodings: {
    read: (req) => [
      req.acceptsEncodings(),
      req.acceptsEncodings('gzip', 'br'),
      req.acceptsEncodings(['identity']),
    ],
    requests: headers(
      'Accept-Encoding',
      '',
      'gzip, br',
      'br;q=0.9, gzip;q=0.8',
      '*;q=0',
      'identity;q=0, gzip',
    ),
  },
  acceptsLanguages: {
    read: (req) => [
      req.acceptsLanguages(),
      req.acceptsLanguages('en', 'de-AT'),
      req.acceptsLanguages(['fr']),
    ],
    requests: headers('Accept-Language', '', 'en-GB, de;q=0.5', 'de', '*;q=0.1', 'fr-CA'),
  },
  is: {
    read: (req) => [
      req.is('json'),
      req.is('html', 'json'),
      req.is(['text/*', '+json']),
      req.is('urlencoded'),
      req.is('multipart'),
      req.is('*/*'),
      req.is([]),
      req.is('nothing'),
    ],
    requests: WITH_CONTENT,
    method: 'POST',
  },
  range: {
    read: (req) => [
      req.range(100),
      req.range(100, { combine: true }),
      (req.range(10) as { type?: string } | undefined)?.type,
    ],
    requests: headers(
      'Range',
      'bytes=0-4',
      'bytes=0-4,3-9,90-',
      'bytes=-5',
      'bytes=200-',
      'garbage',
      'items=0-1',
      'bytes=x',
    ),
  },
  'fresh and stale': { read: (req) => [req.fresh, req.stale], requests: CONDITIONAL },
  'fresh of HEAD': { read: (req) => [req.fresh, req.stale], requests: CONDITIONAL, method: 'HEAD' },
  'fresh of POST': { read: (req) => [req.fresh, req.stale], requests: CONDITIONAL, method: 'POST' },
  'ip and ips': { read: (req) => [req.ip, req.ips], requests: PROXIED },
  'protocol and secure': {
    read: (req) => [req.protocol, req.secure],
    requests: headers('X-Forwarded-Proto', 'https', 'https, http', 'http '),
  },
  'host, hostname and subdomains': {
    read: (req) => [req.host, req.hostname, req.subdomains],
    requests: HOSTS,
  },
  path: { read: (req) => req.path, requests: [''] },
  xhr: {
    read: (req) => req.xhr,
    requests: headers('X-Requested-With', 'XMLHttpRequest', 'xmlhttprequest', 'fetch', ''),
  },
  'get and header': {
    read: (req) => [req.get('X-A'), req.header('x-a'), req.get('referrer')],
    requests: ['', 'X-A: b\r\nReferer: c\r\n'],
  },
  res: { read: (req) => [req.res?.req === req, req.res?.statusCode], requests: [''] },
};
const everyCase = Object.entries(cases);

const trusts = {
  none: false,
  all: true,
  'one hop': 1,
  'the loopback and private networks': 'loopback, 10.0.0.0/8',
} as const;

const respond = (req: IncomingMessage & RequestHelpers, res: ServerResponse): void => {
  const [, { read }] = everyCase[Number(/^\/(\d+)/.exec(req.url ?? '')?.[1])] ?? [
    '',
    { read: () => undefined },
  ];
  res.setHeader('ETag', '"a"').setHeader('Last-Modified', 'Sun, 06 Nov 1994 08:49:37 GMT');
  // Sent as a header, because a response to HEAD has no body.
  res.setHeader('X-Read', Buffer.from(JSON.stringify([read(req)])).toString('base64'));
  res.end();
};

// The second row changes the prototypes of this process.
describe.each([
  ['classes of its own', () => patchedClasses()],
  ["Node's own classes", () => ({ Request: IncomingMessage, Response: ServerResponse })],
])('on %s', (_, classesOf) => {
  describe.each(Object.entries(trusts))('with trustProxy %s', (_trusted, setting) => {
    let ours: Listening;
    let theirs: Listening;

    beforeAll(async () => {
      const { Request, Response } = classesOf();
      const settings = { ...defaultSettings(), trustProxy: compileTrust(setting) };
      patchPrototypes({ request: Request.prototype, response: Response.prototype, settings });
      const app = express().set('trust proxy', setting).disable('x-powered-by');
      app.use((req, res) => respond(req as unknown as PatchedRequest, res as unknown as ServerResponse));
      theirs = await listen(createServer(app));
      const listener = (req: IncomingMessage, res: ServerResponse) => respond(req as PatchedRequest, res);
      ours = await listen(createServer({ IncomingMessage: Request, ServerResponse: Response }, listener));
    });
    afterAll(() => Promise.all([ours.close(), theirs.close()]));

    test.each(everyCase.map(([name, { method }], index) => [name, method ?? 'GET', index] as const))(
      '%s of %s is the same as in Express 5',
      async (_name, method, index) => {
        for (const lines of everyCase[index]?.[1].requests ?? []) {
          const ask = async (port: number) => {
            const head = `${method} /${index}/a%20b?x=1 HTTP/1.1\r\nHost: a.b.example.com:3000\r\n${lines}Connection: close\r\n\r\n`;
            const [response] = await exchange(port, lines.includes('Content-Length') ? `${head}x` : head, {
              methods: [method],
            });
            return Buffer.from(response?.headers['x-read'] ?? '', 'base64').toString();
          };
          const [our, their] = await Promise.all([ask(ours.port), ask(theirs.port)]);
          expect(our, lines).toBe(their);
          expect(our).toMatch(/^\[.*\]$/);
        }
      },
    );
  });
});
