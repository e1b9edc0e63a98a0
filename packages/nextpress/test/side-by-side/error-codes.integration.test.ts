// Error handlers such as `res.status(error.code || 500)` take a code for a status, so errors have one only where Express's have.
import type { Application, ErrorRequestHandler, Response } from 'express';
import { ask, get, post } from './ask.ts';
import { type Case, type Cases, compare, type Express } from './compare.ts';
import { VERSION_4 } from './version-4.ts';

const asStatus: ErrorRequestHandler = (error, _req, res, _next) => {
  const code = error.code;
  res
    .status(Number.isInteger(code) ? code : 500)
    .json({ name: error.name, status: error.status, code, error });
};

const failing =
  (prepare: (app: Application, express: Express) => void) =>
  (express: Express): Application => {
    const app = express().set('env', 'production');
    prepare(app, express);
    return app.use(asStatus);
  };

const sends = (path: string, options: object): Case['app'] =>
  failing((app) => app.get('/', (_req, res, next) => void res.sendFile(path, options, next)));

const root = import.meta.dirname;
const statics = (options: object): Case['app'] =>
  failing((app, express) => app.use(express.static(root, { fallthrough: false, ...options })));

const cases: Cases = {
  'an error of express.json()': {
    'for malformed JSON': {
      app: failing((app, express) => app.use(express.json())),
      asks: [post('/', 'application/json', '{"a":'), post('/', 'application/json', '7')],
    },
    'for a body over the limit': {
      app: failing((app, express) => app.use(express.json({ limit: 1 }))),
      asks: [post('/', 'application/json', '{"a":1}')],
    },
  },
  'an error of res.sendFile': {
    'for a path that leads out': { app: sends('../x', { root }), asks: [get('/')] },
    'for a path with NUL': { app: sends('a\0', { root }), asks: [get('/')] },
    'for a dotfile': { app: sends('.x', { root, dotfiles: 'deny' }), asks: [get('/')] },
    'for an ignored dotfile': { app: sends('.x', { root }), asks: [get('/')] },
    'for a missing file': { app: sends('missing', { root }), asks: [get('/')] },
    'for a directory': { app: sends('.', { root }), asks: [get('/')] },
    'for conditions of the client': {
      app: sends('ask.ts', { root }),
      asks: [get('/', { Range: 'bytes=999999-' }), get('/', { 'If-Match': '"none"' })],
    },
  },
  'an error of express.static': {
    'without fallthrough': {
      app: statics({ dotfiles: 'deny' }),
      asks: [
        get('/missing'),
        get('/.x'),
        get('/%00'),
        get('/ask.ts', { Range: 'bytes=999999-' }),
        get('/ask.ts', { 'If-Match': '"none"' }),
        ask('POST', '/ask.ts'),
      ],
    },
  },
  'an error of a param that is not UTF-8': {
    'in a route': { app: failing((app) => app.get('/:id', () => {})), asks: [get('/%ff')] },
    'in a route with a regular expression': {
      app: failing((app) => app.get(/^\/(.*)$/, () => {})),
      asks: [get('/%ff')],
    },
    'in a prefix': {
      app: failing((app) => app.use('/:id', (_req, _res, next) => next())),
      asks: [get('/%ff/x')],
    },
    'in a router': {
      app: failing((app, express) =>
        app.use(
          '/a',
          express.Router().get('/:id', () => {}),
        ),
      ),
      asks: [get('/a/%ff')],
    },
    'in a layer that is matched by hand': {
      app: failing((app, express) => {
        const router = express.Router().get('/:id', () => {});
        app.use(() => void (router.stack[0] as unknown as { match(path: string): unknown }).match('/%ff'));
      }),
      asks: [get('/')],
    },
  },
  'an error of res.format': {
    'for a client that accepts nothing': {
      app: failing((app) =>
        app.get('/', (_req, res: Response) => void res.format({ json: () => res.json({}) })),
      ),
      asks: [get('/', { Accept: 'image/png' })],
    },
  },
};

compare(cases);
compare(
  Object.fromEntries(Object.entries(cases).map(([member, ofMember]) => [`${member} in version 4`, ofMember])),
  VERSION_4,
);
