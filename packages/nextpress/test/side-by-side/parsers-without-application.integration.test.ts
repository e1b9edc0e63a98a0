// Body parsers that moleculer-web and others call with requests of node:http.
import type { RequestListener } from 'node:http';
import theirs, { type RequestHandler } from 'express';
import { get, post } from './ask.ts';
import { type Case, type Cases, compare, type Express } from './compare.ts';
import { VERSION_4 } from './version-4.ts';

interface ParsedRequest {
  readonly body?: unknown;
}

const parsing =
  (make: (express: Express) => RequestHandler): Case['app'] =>
  (express): RequestListener => {
    const parse = make(express) as unknown as (...args: unknown[]) => void;
    return (req, res) =>
      parse(req, res, (error?: Error) =>
        res.end(JSON.stringify([error?.message, 'body' in req, (req as ParsedRequest).body])),
      );
  };

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const asks = [
  get('/'),
  post('/', JSON_TYPE, '{"a":1}'),
  post('/', JSON_TYPE, '{"a":'),
  post('/', FORM, 'a[b]=1'),
  post('/', 'text/plain', 'a'),
  post('/', 'image/png', 'a'),
];

const cases: Cases = {
  'a parser without an application': {
    'is json()': { app: parsing((express) => express.json()), asks },
    'is urlencoded()': { app: parsing((express) => express.urlencoded()), asks },
    'is text()': { app: parsing((express) => express.text()), asks },
    'is raw()': { app: parsing((express) => express.raw()), asks },
  },
};

compare(cases);
compare(
  { 'a parser of version 4 without an application': cases['a parser without an application'] ?? {} },
  VERSION_4,
);

const { ours } = VERSION_4;
const make = ours as unknown as (options: object) => ReturnType<Express>;
const version5 = Object.assign(() => make({ compatibility: 5 }), { urlencoded: ours.urlencoded });

compare(
  {
    'a parser of an application': {
      'has its version, and not that of the process': {
        app: (express) => {
          const app = express();
          app.use(express.urlencoded());
          return app.use((req, res) => void res.json(['body' in req, req.body]));
        },
        asks: [get('/'), post('/', FORM, 'a[b]=1')],
      },
    },
  },
  { theirs, ours: version5 as unknown as Express },
);
