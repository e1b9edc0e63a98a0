import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { type Ask, ask, post } from './ask.ts';
import { type Case, type Cases, compare, type Express } from './compare.ts';
import { oddValues, text } from './shows.ts';

type Parser = 'json' | 'raw' | 'text' | 'urlencoded';

const failed: ErrorRequestHandler = (error, _req, res, _next) => {
  res.status(error.status ?? 500).end(text([error.status, error.type, error.message]));
};

/** An application that reads bodies with one parser and sends what it read. */
function reads(parser: Parser, options: unknown, asks: readonly Ask[]): Case {
  return {
    app: (express: Express) => {
      const make = express[parser] as (options: unknown) => RequestHandler;
      return express()
        .use(make(options))
        .use((req, res) => {
          const { body } = req;
          const isLong = Buffer.isBuffer(body) || (typeof body === 'string' && body.length > 100);
          res.end(isLong ? `md5 ${createHash('md5').update(body).digest('hex')}` : text([body, typeof body]));
        })
        .use(failed);
    },
    asks,
  };
}

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const gzip = gzipSync('{"a":1}').toString('latin1');
const pairs = (count: number): string => Array.from({ length: count }, (_, at) => `p${at}=1`).join('&');

const samples: Readonly<Record<Parser, readonly Ask[]>> = {
  json: [
    post('/', JSON_TYPE, '{"a":1}'),
    post('/', JSON_TYPE, '7'),
    post('/', JSON_TYPE, ` {"long":"${'x'.repeat(120_000)}"}`),
    post('/', JSON_TYPE, gzip, { 'Content-Encoding': 'gzip' }),
    post('/', 'application/vnd.api+json', '{"a":2}'),
    post('/', 'text/plain', '{"a":3}'),
    ask('POST', '/', {}, '{}'),
  ],
  raw: [
    post('/', 'application/octet-stream', 'bytes'),
    post('/', 'application/octet-stream', 'x'.repeat(120_000)),
    post('/', 'application/octet-stream', gzip, { 'Content-Encoding': 'gzip' }),
    post('/', 'image/png', 'png'),
    ask('POST', '/', {}, 'untyped'),
  ],
  text: [
    post('/', 'text/plain', 'text'),
    post('/', 'text/plain', 'x'.repeat(120_000)),
    post('/', 'text/plain', gzip, { 'Content-Encoding': 'gzip' }),
    post('/', 'text/html', '<p>\xe9</p>'),
    post('/', 'text/plain; charset=iso-8859-1', '\xe9'),
  ],
  urlencoded: [
    post('/', FORM, 'a=1&b[c]=2&b[d][]=3'),
    post('/', FORM, 'a[b][c][d][e][f][g][h]=1'),
    post('/', FORM, pairs(60)),
    post('/', FORM, pairs(1_001)),
    post('/', FORM, 'utf8=%E2%9C%93&a=%C3%A9&b=%26%239786%3B'),
    post('/', `${FORM}; charset=iso-8859-1`, 'a=%E9&b=%26%239786%3B'),
    post('/', FORM, gzipSync('zipped=1').toString('latin1'), { 'Content-Encoding': 'gzip' }),
    post('/', 'text/plain', 'a=1'),
  ],
};

const limits = {
  ...oddValues,
  bytes: 5,
  fraction: 5.5,
  negative: -1,
  infinite: Number.POSITIVE_INFINITY,
  'not a number': Number.NaN,
  '1gb': '1gb',
  '1.5mb': '1.5mb',
  '2 TB': '2 TB',
  '1.5': '1.5',
  '12 bytes': '12 bytes',
  '5b': '5b',
  '-1kb': '-1kb',
};
const types = {
  ...oddValues,
  pattern: /json/,
  short: 'json',
  extension: 'png',
  unknown: 'nonsense',
  suffix: '+json',
  wildcard: '*/*',
  star: '*',
  'any text': 'text/*',
  uppercase: 'APPLICATION/JSON',
  parameters: 'application/json; charset=utf-8',
  'list of types': ['application/json', 'text/plain'],
  'list of odd values': [7, null, 'text/plain', '', 'a/b/c'],
  always: () => true,
  'by method': (req: { method: string }) => req.method === 'POST',
};
const verifiers = {
  ...oddValues,
  refusing: () => {
    throw new Error('no');
  },
  'throwing a text': () => {
    throw 'no';
  },
  'asynchronous and content': async () => {},
};

const options: Readonly<Record<Parser, Readonly<Record<string, Readonly<Record<string, unknown>>>>>> = {
  json: {
    limit: limits,
    type: types,
    verify: verifiers,
    inflate: oddValues,
    strict: oddValues,
    reviver: {
      ...oddValues,
      reviving: (key: string, value: unknown) => (key === 'a' ? 'revived' : value),
      failing: () => {
        throw Object.assign(new Error('no'), { status: 418, more: true });
      },
    },
    unknown: oddValues,
  },
  raw: { limit: limits, type: types, verify: verifiers, inflate: oddValues },
  text: {
    limit: limits,
    type: types,
    verify: verifiers,
    inflate: oddValues,
    defaultCharset: { null: null, empty: '', latin1: 'iso-8859-1', uppercase: 'UTF-8', utf8: 'utf8' },
  },
  urlencoded: {
    limit: limits,
    type: types,
    verify: verifiers,
    inflate: oddValues,
    extended: { ...oddValues, text: 'true' },
    parameterLimit: {
      ...oddValues,
      fraction: 50.5,
      text: '50',
      infinite: Number.POSITIVE_INFINITY,
      negative: -1,
    },
    depth: { ...oddValues, negative: -1, text: '3', fraction: 2.5 },
    charsetSentinel: oddValues,
    interpretNumericEntities: oddValues,
    defaultCharset: { latin1: 'iso-8859-1', null: null },
  },
};

const cases: Record<string, Record<string, Case>> = {};
for (const [parser, byOption] of Object.entries(options) as [Parser, (typeof options)[Parser]][]) {
  const asks = samples[parser];
  cases[`express.${parser}`] = Object.fromEntries(
    Object.entries({ undefined, null: null, number: 7, text: 'text', function: () => {} }).map(
      ([name, value]) => [`with ${name} for options`, reads(parser, value, asks)],
    ),
  );
  for (const [option, values] of Object.entries(byOption)) {
    cases[`express.${parser}, option ${option}`] = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, reads(parser, { [option]: value }, asks)]),
    );
  }
}
cases['express.urlencoded, option extended with others'] = {
  'and a deep limit': reads('urlencoded', { extended: true, depth: 5_000 }, samples.urlencoded),
  'and a text for the depth': reads('urlencoded', { extended: true, depth: '3' }, samples.urlencoded),
  'and a fraction for the depth': reads('urlencoded', { extended: true, depth: 2.5 }, samples.urlencoded),
  'and no depth': reads('urlencoded', { extended: 1, depth: false }, samples.urlencoded),
  'and a wrong depth': reads('urlencoded', { extended: true, depth: 'deep' }, samples.urlencoded),
  'and the sentinel': reads('urlencoded', { extended: true, charsetSentinel: true }, samples.urlencoded),
  'and numeric entities': reads(
    'urlencoded',
    { extended: true, interpretNumericEntities: true },
    samples.urlencoded,
  ),
};

compare(cases satisfies Cases);
