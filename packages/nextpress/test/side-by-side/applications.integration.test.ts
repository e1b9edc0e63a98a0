// Patterns of published applications, reduced to one route each.
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { get, post } from './ask.ts';
import { type Cases, compare } from './compare.ts';
import { text } from './shows.ts';

const failed: ErrorRequestHandler = (error, _req, res, _next) => {
  // Feathers sets code and name of every error.
  error.code = error.status;
  error.name = 'Failed';
  error.message = `failed: ${error.message}`;
  res.status(error.status).end(text([error.code, error.name, error.message, error.type, error.expose]));
};

type URLish = Readonly<Record<'pathname' | 'search' | 'query' | 'path' | 'href', string | null>>;

const cases: Cases = {
  'an error handler that assigns to the error': {
    'of a malformed body': {
      app: (express) => express().use(express.json()).use(failed),
      asks: [post('/', 'application/json', '{"a":')],
    },
    'of a body over the limit': {
      app: (express) =>
        express()
          .use(express.json({ limit: 3 }))
          .use(failed),
      asks: [post('/', 'application/json', '{"a":1}')],
    },
  },
  'req.body': {
    'tested with `in`, as Apollo Server does': {
      app: (express) =>
        express()
          .use('/parsed', express.json())
          .use((req, res) => void res.end(`${'body' in req}`)),
      asks: [
        get('/'),
        get('/parsed'),
        post('/', 'application/json', '{}'),
        post('/parsed', 'application/json', '{}'),
      ],
    },
  },
};

compare({
  ...cases,
  'req._parsedUrl': {
    'read by middleware, in a mounted router, and next to parseurl': {
      app: (express) => {
        const app = express();
        const told: RequestHandler = (req, res, next) => {
          const { pathname, search, query, path, href } = (req as unknown as { _parsedUrl: URLish })
            ._parsedUrl;
          res.append('X-Parsed', text([pathname, search, query, path, href]));
          next();
        };
        app.use(told);
        app.use('/static', express.static(import.meta.dirname));
        app.use('/mount', express.Router().use(told));
        app.use((req, _res, next) => {
          req.url = '/rewritten?b=2';
          next();
        });
        return app.use(told, (_req, res) => void res.end());
      },
      asks: [get('/'), get('/mount/x?a=1'), get('/mount'), get('/static/nothing?'), get('/a%20b?c=%20')],
    },
  },
  'an application': {
    'whose methods are its own, as Feathers expects': {
      app: (express) => {
        const app = express();
        const names = ['get', 'post', 'use', 'all', 'set', 'listen', 'handle', 'render', 'on', 'emit'];
        const own = names.filter((name) => Object.hasOwn(app, name) && Object.keys(app).includes(name));
        return app.use((_req, res) => void res.end(own.join(' ')));
      },
      asks: [get('/')],
    },
  },
});
