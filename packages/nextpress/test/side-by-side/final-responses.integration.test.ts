import type { RequestHandler } from 'express';
import { ask, get, head, post } from './ask.ts';
import { type Case, type Cases, compare } from './compare.ts';

const respondsBy = (handler: RequestHandler, env = 'production', asks = [get('/'), head('/')]): Case => ({
  app: (express) => express().set('env', env).use(handler),
  asks,
});
const failsWith = (error: unknown, env = 'production'): Case =>
  respondsBy((_req, _res, next) => next(error), env);

const failure = (message: string, properties: object): Error => Object.assign(new Error(message), properties);

const cases: Cases = {
  'the response to a request without a route': {
    'is a page': {
      app: (express) => express(),
      asks: [
        get('/'),
        head('/'),
        post('/a', 'text/plain', 'body'),
        get('/a/b?c=d'),
        get('/%3Cscript%3E'),
        get('/<script>"&\''),
        get('/%C3%A9'),
        get('/', { Accept: 'application/json' }),
        ask('DELETE', '/a'),
      ],
    },
    'names the whole target inside mounts': {
      app: (express) => express().use('/a', express.Router(), express()),
      asks: [get('/a/b')],
    },
    'keeps fields that were set': {
      app: (express) =>
        express().use((_req, res, next) => {
          res
            .set({
              'X-A': 'b',
              'Cache-Control': 'no-store',
              ETag: '"a"',
              'Content-Encoding': 'x',
              'Content-Type': 'text/plain',
            })
            .status(201);
          next();
        }),
      asks: [get('/')],
    },
    'is not 405 for another method': {
      app: (express) => express().get('/a', (_req, res) => void res.end('a')),
      asks: [ask('POST', '/a'), ask('DELETE', '/a')],
    },
    'is none when the head has left': {
      app: (express) =>
        express().use((_req, res, next) => {
          res.write('begun');
          setTimeout(() => res.end(), 10);
          next();
        }),
      asks: [get('/')],
    },
  },
  'the response to an error': {
    'of the server': failsWith(new Error('secret')),
    'of the server, in development': failsWith(new Error('two\nlines  <b>'), 'development'),
    'of the client': failsWith(failure('shown?', { status: 400 })),
    'of the client, in development': failsWith(failure('shown', { status: 400 }), 'development'),
    'by statusCode': failsWith(failure('x', { statusCode: 403 })),
    'by an invalid status': failsWith(failure('x', { status: 200 })),
    'by a status that is text': failsWith(failure('x', { status: '404' })),
    'by an unknown status': failsWith(failure('x', { status: 599 })),
    exposed: failsWith(failure('exposed', { status: 500, expose: true })),
    'not exposed': failsWith(failure('hidden', { status: 400, expose: false })),
    'with fields': failsWith(
      failure('x', { status: 401, headers: { 'WWW-Authenticate': 'Basic', 'X-List': ['a', 'b'] } }),
    ),
    'with fields but no status': failsWith(failure('x', { headers: { 'X-A': 'b' } })),
    'that is a text': failsWith('text'),
    'that is a text, in development': failsWith('text <b>', 'development'),
    'that is an object, in development': failsWith({ status: 400, message: 'm' }, 'development'),
    'that is a number, in development': failsWith(7, 'development'),
    thrown: respondsBy(() => {
      throw new Error('secret');
    }),
    rejected: respondsBy(async () => {
      throw new Error('secret');
    }),
    'by the status of the response': respondsBy((_req, res, next) => {
      res.status(503);
      next(new Error('x'));
    }),
    'after headers were set': respondsBy((_req, res, next) => {
      res.set({
        'X-A': 'b',
        'Cache-Control': 'no-store',
        'Content-Encoding': 'gzip',
        'Content-Language': 'de',
        'Content-Range': 'bytes 0-1/2',
        'Content-Length': '7',
        'Content-Type': 'text/css',
      });
      next(new Error('x'));
    }),
    'after the head has left': respondsBy((_req, res, next) => {
      res.set('Content-Length', '9').write('begun');
      next(new Error('x'));
    }),
    'with a body unread': respondsBy((_req, _res, next) => next(new Error('x')), 'production', [
      post('/', 'text/plain', 'x'.repeat(2000)),
    ]),
    'after an error in an error handler': {
      app: (express) =>
        express()
          .set('env', 'production')
          .use(() => {
            throw new Error('first');
          })
          .use(((_error, _req, _res, _next) => {
            throw failure('second', { status: 410 });
          }) as import('express').ErrorRequestHandler),
      asks: [get('/')],
    },
  },
  'the response to OPTIONS': {
    'lists the methods of the path': {
      app: (express) =>
        express()
          .get('/a', (_req, res) => void res.end())
          .post('/a', (_req, res) => void res.end())
          .get('/:any', (_req, res) => void res.end())
          .put('/b', (_req, res) => void res.end()),
      asks: [ask('OPTIONS', '/a'), ask('OPTIONS', '/b'), ask('OPTIONS', '/c'), ask('OPTIONS', '/a/none')],
    },
    'is left to a route for all methods': {
      app: (express) => express().all('/a', (_req, res) => void res.end('all')),
      asks: [ask('OPTIONS', '/a')],
    },
    'is left to a route for OPTIONS': {
      app: (express) =>
        express()
          .options('/a', (_req, res) => void res.end('own'))
          .get('/a', (_req, res) => void res.end('get')),
      asks: [ask('OPTIONS', '/a')],
    },
    'runs the middleware first': {
      app: (express) =>
        express()
          .use((_req, res, next) => {
            res.set('X-Ran', 'yes');
            next();
          })
          .get('/a', (_req, res) => void res.end()),
      asks: [ask('OPTIONS', '/a'), ask('OPTIONS', '/none')],
    },
    'comes from a router': {
      app: (express) =>
        express().use(
          '/r',
          express
            .Router()
            .get('/a', (_req, res) => void res.end())
            .delete('/a', (_req, res) => void res.end()),
        ),
      asks: [ask('OPTIONS', '/r/a'), ask('OPTIONS', '/r/b')],
    },
    'comes from a mounted application': {
      app: (express) =>
        express().use(
          '/r',
          express().patch('/a', (_req, res) => void res.end()),
        ),
      asks: [ask('OPTIONS', '/r/a')],
    },
    'is an error where there was one': {
      app: (express) =>
        express()
          .set('env', 'production')
          .get('/a', (_req, res) => void res.end())
          .use((_req, _res, next) => next(new Error('x'))),
      asks: [ask('OPTIONS', '/a')],
    },
    'is written by the first router that knows the path': {
      app: (express) =>
        express()
          .use(express.Router().get('/a', (_req, res) => void res.end()))
          .use((_req, res) => void res.end('later')),
      asks: [ask('OPTIONS', '/a')],
    },
    'of the whole server': {
      app: (express) => express().get('/a', (_req, res) => void res.end()),
      asks: [ask('OPTIONS', '*')],
    },
  },
};

compare(cases);
