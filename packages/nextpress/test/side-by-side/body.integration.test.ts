import { createHash } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { ask, get, post } from './ask.ts';
import { type Cases, compare, type Express } from './compare.ts';
import { refuses, text } from './shows.ts';

/** An application that reads a body with `middleware` and sends what it read, or the error. */
const reads = (middleware: (express: Express) => RequestHandler) => (express: Express) => {
  const failed: ErrorRequestHandler = (error, _req, res, _next) => {
    res.status(error.status ?? 500).end(text([error.status, error.type, error.expose]));
  };
  return express()
    .use(middleware(express))
    .use((req, res) => {
      const { body } = req;
      res.end(
        Buffer.isBuffer(body)
          ? `bytes ${createHash('md5').update(body).digest('hex')}`
          : text([body, typeof body]),
      );
    })
    .use(failed);
};

const bytes = (content: Buffer): string => content.toString('latin1');
const gzip = (content: string): string => bytes(gzipSync(content));
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

const jsonBodies = [
  get('/'),
  ask('POST', '/'),
  post('/', JSON_TYPE, '{"a":[1,"b"]}'),
  post('/', 'application/json; charset=utf-8', '{"a":"\xc3\xa9"}'),
  post('/', 'application/json; charset=utf-16le', bytes(Buffer.from('{"a":"é"}', 'utf16le'))),
  post('/', 'application/json; charset=latin1', '{}'),
  post('/', JSON_TYPE, '[1]'),
  post('/', JSON_TYPE, '"text"'),
  post('/', JSON_TYPE, '{"a":'),
  post('/', JSON_TYPE, '  '),
  post('/', JSON_TYPE, '', { 'Content-Length': '0' }),
  post('/', 'text/plain', '{}'),
  post('/', 'application/vnd.a+json', '{"a":1}'),
  post('/', JSON_TYPE, gzip('{"zipped":true}'), { 'Content-Encoding': 'gzip' }),
  post('/', JSON_TYPE, bytes(deflateSync('{"deflated":true}')), { 'Content-Encoding': 'deflate' }),
  post('/', JSON_TYPE, '{}', { 'Content-Encoding': 'unknown' }),
  post('/', JSON_TYPE, `{"long":"${'x'.repeat(200_000)}"}`),
  post('/', JSON_TYPE, '8\r\n{"a": 1}\r\n0\r\n\r\n', { 'Transfer-Encoding': 'chunked' }),
];

const formBodies = [
  get('/'),
  ask('POST', '/'),
  post('/', FORM, 'a=1&b=%20x+y&c'),
  post('/', FORM, 'a=1&a=2&a=3'),
  post('/', FORM, 'user[name]=tobi&user[tags][]=a&user[tags][]=b'),
  post('/', FORM, 'a[1]=y&a[0]=x&b[x]=1&b=2'),
  post('/', FORM, 'a.b=c&__proto__[x]=1&toString=2'),
  post('/', `${FORM}; charset=utf-8`, 'a=%C3%A9&b=%zz'),
  post('/', `${FORM}; charset=iso-8859-1`, 'a=%E9'),
  post('/', `${FORM}; charset=koi8-r`, 'a=1'),
  post('/', FORM, ''),
  post('/', 'text/plain', 'a=1'),
  post('/', FORM, gzip('zipped=1'), { 'Content-Encoding': 'gzip' }),
  post('/', FORM, 'x'.repeat(200_000)),
  post('/', FORM, Array.from({ length: 1001 }, (_, at) => `p${at}=1`).join('&')),
];

const cases: Cases = {
  'express.json': {
    'with its defaults': { app: reads((express) => express.json()), asks: jsonBodies },
    'not strict': { app: reads((express) => express.json({ strict: false })), asks: jsonBodies },
    'without inflating': { app: reads((express) => express.json({ inflate: false })), asks: jsonBodies },
    'with a limit': { app: reads((express) => express.json({ limit: 10 })), asks: jsonBodies },
    'with a limit in words': { app: reads((express) => express.json({ limit: '1mb' })), asks: jsonBodies },
    'with a type': {
      app: reads((express) => express.json({ type: ['+json', 'text/plain'] })),
      asks: jsonBodies,
    },
    'with a function for the type': {
      app: reads((express) => express.json({ type: (req) => req.headers['content-type'] === 'text/plain' })),
      asks: jsonBodies,
    },
    'with a reviver': {
      app: reads((express) => express.json({ reviver: (key, value) => (key === 'a' ? 'revived' : value) })),
      asks: jsonBodies,
    },
    'with verify': {
      app: reads((express) =>
        express.json({
          verify: (_req, res, body, encoding) => {
            res.setHeader('X-Verified', `${body.length} ${encoding}`);
            if (body[0] === 0x5b) throw new Error('no lists');
          },
        }),
      ),
      asks: jsonBodies,
    },
    twice: { app: (express) => reads((e) => e.json())(express), asks: [post('/', JSON_TYPE, '{"a":1}')] },
    'of a malformed type': {
      app: reads((express) => express.json()),
      asks: [post('/', 'nonsense', '{}')],
    },
    'of what does not inflate': {
      app: reads((express) => express.json()),
      asks: [post('/', JSON_TYPE, 'no gzip', { 'Content-Encoding': 'gzip' })],
    },
    'with a default charset that is unknown': {
      app: reads((express) => express.json({ defaultCharset: 'nonsense' } as never)),
      asks: jsonBodies,
    },
    'with a default charset that is not one of JSON': {
      app: reads((express) => express.json({ defaultCharset: 'latin1' } as never)),
      asks: jsonBodies,
    },
    'invalid arguments': refuses(
      (express) => express.json({ verify: 'x' as never }),
      (express) => express.json({ limit: 'lots' as never }),
    ),
  },
  'express.urlencoded': {
    'with its defaults': { app: reads((express) => express.urlencoded()), asks: formBodies },
    extended: { app: reads((express) => express.urlencoded({ extended: true })), asks: formBodies },
    'with limits': {
      app: reads((express) => express.urlencoded({ limit: 50, parameterLimit: 2 })),
      asks: formBodies,
    },
    'with a type': { app: reads((express) => express.urlencoded({ type: 'text/*' })), asks: formBodies },
    'with a depth': {
      app: reads((express) => express.urlencoded({ extended: true, depth: 1 } as never)),
      asks: formBodies,
    },
    'invalid arguments': refuses(
      (express) => express.urlencoded({ parameterLimit: 0 }),
      (express) => express.urlencoded({ defaultCharset: 'nonsense' } as never),
      (express) => express.urlencoded({ verify: 'x' as never }),
    ),
  },
  'express.raw': {
    'with its defaults': {
      app: reads((express) => express.raw()),
      asks: [
        get('/'),
        ask('POST', '/'),
        post('/', 'application/octet-stream', '\x00\xff\x80'),
        post('/', 'text/plain', 'x'),
      ],
    },
    'with a type and a limit': {
      app: reads((express) => express.raw({ type: '*/*', limit: 5 })),
      asks: [post('/', 'image/png', '\x00\xff'), post('/', 'text/plain', 'too long')],
    },
    'with a limit that the compressed body exceeds': {
      app: reads((express) => express.raw({ type: '*/*', limit: 5 })),
      asks: [post('/', 'text/plain', gzip('x'), { 'Content-Encoding': 'gzip' })],
    },
    'of everything': {
      app: reads((express) => express.raw({ type: () => true })),
      asks: [ask('POST', '/', {}, 'x'), get('/')],
    },
  },
  'express.text': {
    'with its defaults': {
      app: reads((express) => express.text()),
      asks: [
        get('/'),
        post('/', 'text/plain', 'hello'),
        post('/', 'text/plain; charset=utf-8', '\xc3\xa9'),
        post('/', 'text/plain; charset=iso-8859-1', '\xe9'),
        post('/', 'text/plain; charset=unknown', 'x'),
        post('/', 'text/html', '<p>'),
        post('/', 'text/plain', ''),
      ],
    },
    'with a default charset that is unknown': {
      app: reads((express) => express.text({ defaultCharset: 'nonsense' } as never)),
      asks: [post('/', 'text/plain', 'x'), post('/', 'text/plain; charset=utf-8', 'x'), get('/')],
    },
    'with a type and a charset': {
      app: reads((express) => express.text({ type: 'text/*', defaultCharset: 'iso-8859-1' } as never)),
      asks: [post('/', 'text/html', '\xe9'), post('/', 'text/plain; charset=utf-8', '\xc3\xa9')],
    },
  },
};

compare(cases);
