import { deflateSync, gzipSync } from 'node:zlib';
import type { Application, ErrorRequestHandler, RequestHandler } from 'express';
import { type Ask, ask, get, post } from './ask.ts';
import { type Case, type Cases, compare, type Express } from './compare.ts';

/** Sends everything that a handler can see of an error. */
const tells: ErrorRequestHandler = (error, _req, res, _next) => {
  const { name, message, status, statusCode, expose, type, code, stack } = error;
  const isError = error instanceof Error;
  const body = Buffer.isBuffer(error.body) ? `bytes ${error.body.toString('latin1')}` : error.body;
  const firstLine = String(stack).split('\n')[0];
  res
    .status(500)
    .json({ name, message, status, statusCode, expose, type, code, body, isError, firstLine, error });
};

const withParser =
  (parser: (express: Express) => RequestHandler, ...rest: ErrorRequestHandler[]) =>
  (express: Express): Application => {
    const app = express().set('env', 'production');
    app.use(parser(express));
    app.use((req, res) => void res.json([req.body ?? null, typeof req.body, 'body' in req]));
    for (const handler of rest) app.use(handler);
    return app;
  };

/** The error, and its default page. */
const errorsOf = (
  parser: (express: Express) => RequestHandler,
  asks: readonly Ask[],
): Record<string, Case> => ({
  'as a handler sees it': { app: withParser(parser, tells), asks },
  'as a client sees it': { app: withParser(parser), asks },
});

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const gzip = (text: string): string => latin1(gzipSync(text));
const GZIPPED = { 'Content-Encoding': 'gzip' };
const CHUNKED = { 'Transfer-Encoding': 'chunked' };
const chunked = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const utf32 = (text: string, isBigEndian: boolean, hasMark: boolean): string => {
  const codes = [...(hasMark ? '\ufeff' : ''), ...text].map((char) => char.codePointAt(0) ?? 0);
  const bytes = Buffer.alloc(codes.length * 4);
  for (const [at, code] of codes.entries()) {
    if (isBigEndian) bytes.writeUInt32BE(code, at * 4);
    else bytes.writeUInt32LE(code, at * 4);
  }
  return latin1(bytes);
};
const utf16be = (text: string): string => latin1(Buffer.from(text, 'utf16le').swap16());

const texts = [
  '{"a":}',
  '{"a":1',
  '{"a":1}}',
  'hello',
  '"a text"',
  '   "a text that is longer than what a message quotes"   ',
  `${' '.repeat(30)}7777777777777777777777777777777777`,
  '7',
  'null',
  '   ',
  '###',
  '\xef\xbb\xbf',
  '\xef\xbb\xbf{"a":"mark"}',
  '{"a":"\xff\xfe"}',
  '{"a":"\xc3"}',
  '\xc3\xa9',
  `["${'x'.repeat(100)}",]`,
  '[1,]',
  '{"__proto__":{"x":1}}',
];

const types = [
  `${JSON_TYPE}; charset=unknown`,
  `${JSON_TYPE}; charset=latin1`,
  `${JSON_TYPE}; charset=utf8`,
  `${JSON_TYPE}; charset=UTF-8`,
  `${JSON_TYPE}; charset="utf-8"`,
  `${JSON_TYPE}; charset=`,
  `${JSON_TYPE}; charset`,
  `${JSON_TYPE};;; charset=latin1`,
  `${JSON_TYPE}; a="; charset=x"; charset=utf-9`,
  `${JSON_TYPE}; charset=utf-8; charset=x`,
  `${JSON_TYPE}; charset="utf-8`,
  `${JSON_TYPE}; a b; charset=y z`,
  `${JSON_TYPE} ; charset = utf-8`,
  `${JSON_TYPE};charset="u\\tf-8"`,
  'APPLICATION/JSON',
  'application/json x',
  'application/json, text/plain',
  'nonsense',
  '/json',
  ';charset=utf-8',
];

const cases: Cases = {
  'malformed JSON': errorsOf(
    (express) => express.json(),
    texts.map((body) => post('/', JSON_TYPE, body)),
  ),
  'JSON that need not be an object': errorsOf(
    (express) => express.json({ strict: false }),
    texts.map((body) => post('/', JSON_TYPE, body)),
  ),
  'a content type': errorsOf(
    (express) => express.json(),
    types.map((type) => post('/', type, '{"a":1}')),
  ),
  'a content type of which a function decides': errorsOf(
    (express) => express.text({ type: () => true }),
    [...types.map((type) => post('/', type, 'text')), ask('POST', '/', {}, 'untyped')],
  ),
  'a charset of JSON': errorsOf(
    (express) => express.json(),
    [
      post('/', `${JSON_TYPE}; charset=utf-16`, latin1(Buffer.from('{"a":"é"}', 'utf16le'))),
      post('/', `${JSON_TYPE}; charset=utf-16`, latin1(Buffer.from('\ufeff{"a":"é"}', 'utf16le'))),
      post('/', `${JSON_TYPE}; charset=utf-16`, utf16be('\ufeff{"a":"é"}')),
      post('/', `${JSON_TYPE}; charset=utf-16`, utf16be('{"a":"é"}')),
      post('/', `${JSON_TYPE}; charset=utf-16be`, utf16be('{"a":"é"}')),
      post('/', `${JSON_TYPE}; charset=utf-16le`, latin1(Buffer.from('{"a":"é😀"}', 'utf16le'))),
      ...[true, false].flatMap((isBigEndian) =>
        ['utf-32', `utf-32${isBigEndian ? 'be' : 'le'}`].flatMap((charset) =>
          [true, false].map((hasMark) =>
            post('/', `${JSON_TYPE}; charset=${charset}`, utf32('{"a":"é😀"}', isBigEndian, hasMark)),
          ),
        ),
      ),
    ],
  ),
  'a charset of text': errorsOf(
    (express) => express.text(),
    [
      ...['utf-8', 'latin1', 'iso-8859-1', 'us-ascii', 'windows-1252', 'koi8-r', 'iso-8859-15', 'gbk'].map(
        (charset) => post('/', `text/plain; charset=${charset}`, 'a\xe9\x80\x93b'),
      ),
      post('/', 'text/plain', 'a\xe9\x80b'),
      post('/', 'text/plain; charset=nonsense', 'a'),
      post('/', 'text/plain; charset=shift_jis', '\x82\xa0'),
    ],
  ),
  'a charset of a form': errorsOf(
    (express) => express.urlencoded(),
    ['utf-8', 'utf8', 'iso-8859-1', 'latin1', 'koi8-r'].map((charset) =>
      post('/', `${FORM}; charset=${charset}`, 'a=%E9&b=\xe9'),
    ),
  ),
  'a content encoding': errorsOf(
    (express) => express.json(),
    [
      post('/', JSON_TYPE, '{}', { 'Content-Encoding': 'unknown' }),
      post('/', JSON_TYPE, '{}', { 'Content-Encoding': 'Identity' }),
      post('/', JSON_TYPE, '{}', { 'Content-Encoding': 'gzip, deflate' }),
      post('/', JSON_TYPE, '{}', GZIPPED),
      post('/', JSON_TYPE, gzip('{"a":1}').slice(0, -5), GZIPPED),
      post('/', JSON_TYPE, `${gzip('{"a":1}')}trailer`, GZIPPED),
      post('/', JSON_TYPE, `${gzip('{"a":1')}${gzip('}')}`, GZIPPED),
      post('/', JSON_TYPE, '', { ...GZIPPED, 'Content-Length': '0' }),
      post('/', JSON_TYPE, latin1(deflateSync('{"a":1}')), { 'Content-Encoding': 'DEFLATE' }),
      post('/', JSON_TYPE, 'no deflate', { 'Content-Encoding': 'deflate' }),
      post('/', JSON_TYPE, 'no brotli', { 'Content-Encoding': 'br' }),
    ],
  ),
  'a content encoding without inflating': errorsOf(
    (express) => express.json({ inflate: false }),
    [
      post('/', JSON_TYPE, gzip('{}'), GZIPPED),
      post('/', JSON_TYPE, '{}', { 'Content-Encoding': 'identity' }),
    ],
  ),
  'a body over the limit': errorsOf(
    (express) => express.json({ limit: 50 }),
    [
      post('/', JSON_TYPE, `"${'x'.repeat(60)}"`),
      post('/', JSON_TYPE, chunked(`"${'x'.repeat(60)}"`), CHUNKED),
      post('/', JSON_TYPE, chunked(`{"x":"${'x'.repeat(20)}"}`), CHUNKED),
    ],
  ),
  'an empty body': errorsOf(
    (express) => express.json(),
    [
      get('/'),
      ask('POST', '/'),
      post('/', JSON_TYPE, '', { 'Content-Length': '0' }),
      post('/', JSON_TYPE, '0\r\n\r\n', CHUNKED),
      post('/', 'text/plain', '', { 'Content-Length': '0' }),
    ],
  ),
  'too many parameters': errorsOf(
    (express) => express.urlencoded({ parameterLimit: 2 }),
    [post('/', FORM, 'a=1&b=2&c=3'), post('/', FORM, 'a=1&b=2')],
  ),
  'parameters that are too deep': errorsOf(
    (express) => express.urlencoded({ extended: true, depth: 1 } as never),
    [post('/', FORM, 'a[b][c]=1')],
  ),
  'verify that throws an error': errorsOf(
    (express) =>
      express.json({
        verify: () => {
          throw new Error('not verified');
        },
      }),
    [post('/', JSON_TYPE, '{}')],
  ),
  'verify that throws an error with a status and a type': errorsOf(
    (express) =>
      express.json({
        verify: () => {
          throw Object.assign(new TypeError('not verified'), { status: 401, type: 'own', expose: false });
        },
      }),
    [post('/', JSON_TYPE, '{}')],
  ),
  'verify that throws a text': errorsOf(
    (express) =>
      express.raw({
        type: '*/*',
        verify: () => {
          throw 'not verified';
        },
      }),
    [post('/', JSON_TYPE, '{}')],
  ),
  'verify that is asynchronous': errorsOf(
    (express) =>
      express.json({
        verify: (async (req: { headers: object }, _res: unknown, bytes: Buffer, encoding: string) => {
          Object.assign(req, { rawBody: `${bytes} ${encoding}` });
        }) as never,
      }),
    [post('/', JSON_TYPE, '{"a":1}'), post('/', `${JSON_TYPE}; charset=UTF-8`, '{"a":1}')],
  ),
};

compare(cases);
