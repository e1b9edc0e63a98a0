import type { Request, Response } from 'express';
import { type Ask, ask, get } from './ask.ts';
import { type Case, type Cases, compare } from './compare.ts';
import { text } from './shows.ts';

/** Values of every type, each valid for some functions. Created per call, because some calls change them. */
const values: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => true,
  () => false,
  () => 0,
  () => 7,
  () => -1,
  () => 1.5,
  () => 204,
  () => 301,
  () => 600,
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => 1n,
  () => '',
  () => 'a',
  () => '0',
  () => '301',
  () => 'json',
  () => '.html',
  () => 'text/html',
  () => 'TEXT/Plain; Charset=x; a="b;c"',
  () => 'text/x;c',
  () => 'application/json',
  () => 'image/*',
  () => '+json',
  () => '*',
  () => '*/*',
  () => 'X-A, X-B',
  () => 'a b',
  () => 'é',
  () => '漢',
  () => '\ud800',
  () => 'a\r\nb: c',
  () => '/a/b c?d="<>&\'',
  () => 'http://u:p@h/\\x|^`{}%zz%20',
  () => 'lax',
  () => 'HIGH',
  () => '__proto__',
  () => [],
  () => ['a'],
  () => ['json', 'html'],
  () => ['a', 7, null, undefined],
  () => [''],
  () => [['a'], ['b']],
  () => ({}),
  () => ({ a: 'b' }),
  () => ({ 'X-A': 1, 'X-B': ['c', null] }),
  () => ({ default: 'x' }),
  () => ({ toString: () => 'said' }),
  () => ({ toJSON: () => undefined }),
  () => Object.create({ inherited: 'c' }),
  () => new Date(0),
  () => new Date(Number.NaN),
  () => new Map([['a', 'b']]),
  () => new Error('e'),
  () => new URL('http://h/p?q'),
  () => new String('boxed'),
  () => new Number(7),
  () => Symbol('s'),
  () => (value: unknown) => String(value),
  () => Buffer.from('bytes'),
  () => new Uint8Array([104, 105]),
  () => new Uint16Array([0x168, 0x169]),
  () => new ArrayBuffer(2),
  () => new DataView(new ArrayBuffer(2)),
  () => /r/,
];

type Call = (res: Response & Loose, value: never, req: Request & Loose) => unknown;
/** As untyped code sees it. */
type Loose = Readonly<Record<string, never>>;

/** The name and status of an error. */
const thrown = (error: unknown): string => {
  const { name, status } = error as Error & { status?: unknown };
  return `${name} ${status}`;
};

/** Calls a helper of the response with each value, and sends the headers it has set if it sent nothing. */
const responding = (call: Call, asks: (target: string) => Ask = get): Case => ({
  app: (express) =>
    express()
      .set('env', 'production')
      .use((req, res) => {
        const value = values[Number(req.query.value)]?.();
        let said = '';
        try {
          call(res as never, value as never, req as never);
        } catch (error) {
          said = thrown(error);
        }
        if (!res.headersSent) res.end(`${said} ${res.statusCode} ${text({ ...res.getHeaders() })}`);
      }),
  asks: values.map((_, index) => asks(`/?value=${index}`)),
});

/** Calls helpers of the request with each value, and sends what they return. */
const reading =
  (...calls: ((req: Request & Loose, value: never) => unknown)[]) =>
  (fields: Ask['fields']): Case => ({
    app: (express) =>
      express().use((req, res) => {
        const value = values[Number(req.query.value)]?.() as never;
        const results = calls.map((call) => {
          try {
            return told(call(req as never, value));
          } catch (error) {
            return thrown(error);
          }
        });
        res.end(text(results));
      }),
    asks: values.map((_, index) => ask('POST', `/?value=${index}`, { 'Content-Length': '0', ...fields })),
  });

const told = (value: unknown): unknown =>
  Array.isArray(value) && 'type' in value
    ? [[...value], value.type]
    : typeof value === 'object'
      ? value
      : String(value);

const each = (
  name: string,
  makes: (fields: Ask['fields']) => Case,
  given: readonly string[],
): Record<string, Case> =>
  Object.fromEntries(given.map((field) => [`${name}: ${field}`, makes({ [name]: field })]));

const attributes = [
  'expires',
  'domain',
  'path',
  'httpOnly',
  'secure',
  'partitioned',
  'priority',
  'sameSite',
  'encode',
  'signed',
];

const negotiating = reading(
  (req, value) => req.accepts(value),
  (req, value) => req.accepts(value, 'json'),
  (req, value) => req.accepts('text/plain', value),
  (req, value) => req.acceptsCharsets(value),
  (req, value) => req.acceptsCharsets('utf-8', value),
  (req, value) => req.acceptsEncodings(value),
  (req, value) => req.acceptsLanguages(value),
  (req, value) => req.acceptsLanguages('en', value),
);

const cases: Cases = {
  'res.status': { 'of anything': responding((res, value) => res.status(value)) },
  'res.sendStatus': { 'of anything': responding((res, value) => res.sendStatus(value)) },
  'res.send': {
    'of anything': responding((res, value) => res.send(value)),
    'of anything, to HEAD': responding(
      (res, value) => res.send(value),
      (target) => ask('HEAD', target),
    ),
    'of anything with a type': responding((res, value) => res.type('text/x; a=b').send(value)),
    'of anything with 204': responding((res, value) => res.status(204).send(value)),
    'of anything with 205': responding((res, value) => res.status(205).send(value)),
    'of anything to a client that has everything': responding(
      (res, value) => res.send(value),
      (target) => get(target, { 'If-None-Match': '*' }),
    ),
    'with a Content-Type of anything': responding((res, value) => {
      res.setHeader('Content-Type', (value as unknown) === '' ? 'text/html' : value);
      res.send('text');
    }),
    'with an ETag of anything': responding(
      (res, value) => {
        res.setHeader('ETag', value);
        res.send('text');
      },
      (target) => get(target, { 'If-None-Match': 'a, W/7, true' }),
    ),
    'with Transfer-Encoding': responding((res, value) => res.set('Transfer-Encoding', 'chunked').send(value)),
  },
  'res.json': {
    'of anything': responding((res, value) => res.json(value)),
    'of anything with a type': responding((res, value) => res.type('application/x+json').json(value)),
  },
  'res.jsonp': {
    'of anything': responding((res, value) => res.jsonp(value)),
    'of anything, called back': responding(
      (res, value) => res.jsonp(value),
      (target) => get(`${target}&callback=cb`),
    ),
  },
  'res.set': {
    'a header to anything': responding((res, value) => res.set('X-A', value)),
    'Content-Type to anything': responding((res, value) => res.set('Content-Type', value)),
    'a header of any name': responding((res, value) => res.set(value, 'v')),
    'all of anything': responding((res, value) => res.set(value)),
    'one of anything': responding((res, value) => res.set({ 'X-A': value })),
    'three arguments': responding((res, value) =>
      (res.set as (...given: unknown[]) => unknown)('X-A', 'b', value),
    ),
  },
  'res.append': {
    'anything to nothing': responding((res, value) => res.append('X-A', value)),
    'anything to a text': responding((res, value) => res.set('X-A', 'b').append('X-A', value)),
    'anything to a list': responding((res, value) => res.set('X-A', ['b', 'c']).append('X-A', value)),
    'a header of any name': responding((res, value) => res.append(value, 'v')),
    'to Content-Type': responding((res, value) => res.type('html').append('Content-Type', value)),
  },
  'res.type': { 'of anything': responding((res, value) => res.type(value)) },
  'res.vary': {
    'by anything': responding((res, value) => res.vary(value)),
    'by anything more': responding((res, value) => res.set('Vary', 'x-a, Accept').vary(value)),
  },
  'res.links': {
    'of anything': responding((res, value) => res.links(value)),
    'to anything': responding((res, value) => res.links({ next: value })),
    'to a list of anything': responding((res, value) =>
      res.links({ next: [value, 'b'], last: 'c' } as never),
    ),
    'after anything': responding((res, value) => {
      res.setHeader('Link', value);
      res.links({ next: '/' });
    }),
  },
  'res.location': { 'of anything': responding((res, value) => res.location(value)) },
  'res.redirect': {
    'to anything': responding((res, value) => res.redirect(value)),
    'to anything, with a status': responding((res, value) => res.redirect(307, value)),
    'with anything as a status': responding((res, value) => res.redirect(value, '/x')),
    'to anything, as HTML': responding(
      (res, value) => res.redirect(value),
      (target) => get(target, { Accept: 'text/html' }),
    ),
    'to anything, for HEAD': responding(
      (res, value) => res.redirect(value),
      (target) => ask('HEAD', target),
    ),
    'to anything, for an image': responding(
      (res, value) => res.type('png').redirect(value),
      (target) => get(target, { Accept: 'image/png' }),
    ),
  },
  'res.attachment': { 'of anything': responding((res, value) => res.attachment(value)) },
  'res.cookie': {
    'of any name': responding((res, value) => res.cookie(value, 'v')),
    'of any value': responding((res, value) => res.cookie('a', value)),
    'with any options': responding((res, value) => res.cookie('a', 'b', value)),
    ...Object.fromEntries(
      attributes.map((attribute) => [
        `with ${attribute} of anything`,
        responding((res, value) => res.cookie('a', 'b', { expires: new Date(0), [attribute]: value })),
      ]),
    ),
    'with maxAge of anything': responding((res, value) => {
      res.cookie('a', 'b', { maxAge: value });
      // The clock may have advanced by a second.
      const sent = String(res.get('Set-Cookie')).replace(/Expires=[^;]*/, 'Expires');
      res.removeHeader('Set-Cookie');
      res.end(sent);
    }),
    'signed with anything': responding((res, value, req) => {
      Object.assign(req, { secret: typeof value === 'string' ? value : undefined });
      res.cookie('a', { b: 1 }, { signed: true });
    }),
  },
  'res.clearCookie': {
    'with any options': responding((res, value) => res.clearCookie('a', value)),
    ...Object.fromEntries(
      ['maxAge', 'expires', 'path', 'domain'].map((attribute) => [
        `with ${attribute} of anything`,
        responding((res, value) => res.clearCookie('a', { [attribute]: value })),
      ]),
    ),
  },
  'res.format': {
    'of anything': responding((res, value, req) => {
      req.next = ((error: unknown) => res.end(thrown(error))) as never;
      res.format(value);
    }),
    'with anything for a type': responding((res, value) => res.format({ text: value })),
    'with its object as this': responding((res) =>
      res.format({
        word: 'this',
        text(this: { word: string }) {
          res.end(this.word);
        },
      } as never),
    ),
  },
  'res.get': { 'of anything': responding((res, value) => res.set('a', 'b').send(String(res.get(value)))) },
  'req.get': {
    'of anything': reading(
      (req, value) => (value === '__proto__' ? '' : req.get(value)),
      (req, value) => (value === '__proto__' ? '' : req.header(value)),
    )({ a: 'b', referer: 'r' }),
  },
  'req.is': {
    ...each(
      'Content-Type',
      reading(
        (req, value) => req.is(value),
        (req, value) => req.is(...(['png', value] as unknown as [string])),
      ),
      [
        'text/html',
        'TEXT/HTML; charset=utf-8',
        'application/problem+json',
        'image/png;',
        'a b',
        'text/html garbage',
        'json',
      ],
    ),
  },
  'req.range': {
    ...each(
      'Range',
      reading(
        (req, value) => req.range(value),
        (req, value) => req.range(10, value),
        (req) => req.range(10, { combine: true }),
      ),
      [
        'bytes=0-4',
        'bytes=-20, 0-',
        'items=5-1',
        'bytes=1-2,2-4 , 9-9,5-7',
        'bytes',
        'bytes=',
        'bytes=-',
        'bytes=a-b',
        '=0-1',
        'bytes=0-1,x',
        'bytes = 1 - 2',
      ],
    ),
  },
  'req.accepts': {
    ...each('Accept', negotiating, [
      'text/html',
      'json, text/*;q=0.5',
      'TEXT/HTML;level=1;q="0.3", */*;q=0.1',
      'a b, application/json;q=2, text/html;q=x',
      ',;q=1,/,text/',
      'text/html;q=0, */*',
    ]),
    ...each('Accept-Language', negotiating, ['en-GB, en;q=0.5', 'a;q=0.5, *;q=0.1', ', ;q=1, html']),
    ...each('Accept-Encoding', negotiating, ['gzip, a;q=0.5', 'identity;q=0', '*;q=0.2, json', 'a b']),
    ...each('Accept-Charset', negotiating, ['utf-8, a;q=0.5', '*;q=0', 'html;q=0.1, json;q=nothing']),
  },
  'req.host and what depends on it': {
    ...each(
      'Host',
      reading((req) => [
        req.host,
        req.hostname,
        req.subdomains,
        req.secure,
        req.protocol,
        req.ip,
        req.ips,
        req.xhr,
      ]),
      ['example.com', 'a.b.example.com:80', '[::1]:80', '127.0.0.1'],
    ),
  },
};

compare(cases);
