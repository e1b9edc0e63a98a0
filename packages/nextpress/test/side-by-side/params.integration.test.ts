import type { RequestHandler } from 'express';
import { get } from './ask.ts';
import { type Cases, compare } from './compare.ts';

const cases: Cases = {
  'req.params': {
    'may be changed by a handler of a path without captures': {
      app: (express) =>
        express().get('/a', (req, res) => {
          Object.assign(req.params, { added: '1' });
          res.json([req.params, 'params' in req]);
        }),
      asks: [get('/a'), get('/a')],
    },
    'may be changed by middleware, after a prefix too': {
      app: (express) =>
        express()
          .use((req, _res, next) => {
            Object.assign(req.params, { first: '1' });
            next();
          })
          .use('/p', (req, res) => {
            Object.assign(req.params, { second: '2' });
            res.json(req.params);
          }),
      asks: [get('/p/x'), get('/p/x')],
    },
    'stays changed for the next handler of the route': {
      app: (express) =>
        express().get(
          '/:id',
          (req, _res, next) => {
            req.params.id += '!';
            next();
          },
          (req, res) => res.json(req.params),
        ),
      asks: [get('/7')],
    },
    'is assigned': {
      app: (express) =>
        express().get('/:id', (req, res) => {
          req.params = { other: '1' } as never;
          res.json(req.params);
        }),
      asks: [get('/7')],
    },
    'of a router and after it': {
      app: (express) => {
        const router = express.Router();
        router.use((req, res, next) => {
          Object.assign(req.params, { inner: '1' });
          res.set('X-Inner', JSON.stringify(req.params));
          next();
        });
        return express()
          .use('/:id', router)
          .use((req, res) => res.json(req.params));
      },
      asks: [get('/7/x')],
    },
    'of a mounted application and after it': {
      app: (express) => {
        const inner = express();
        inner.use((req, res, next) => {
          Object.assign(req.params, { inner: '1' });
          res.set('X-Inner', JSON.stringify(req.params));
          next();
        });
        return express()
          .use('/:id', inner)
          .use((req, res) => res.json(req.params));
      },
      asks: [get('/7/x')],
    },
    'with names that every object inherits': {
      app: (express) =>
        express().get('/a', (req, res) => {
          JSON.parse('["__proto__"]').forEach((name: string) => {
            Object.assign(req.params, JSON.parse(`{"${name}": {"polluted": 1}}`));
          });
          res.json([({} as { polluted?: number }).polluted === undefined]);
        }),
      asks: [get('/a')],
    },
  },
  'req._parsedUrl': {
    'is that of the url, inside a router and after a rewrite too': {
      app: (express) => {
        const app = express();
        const show: RequestHandler = (req, res, next) => {
          const { _parsedUrl: parsed } = req as typeof req & { _parsedUrl: object };
          res.append('X-Parsed', JSON.stringify({ ...parsed }));
          next();
        };
        app.use(show).use('/m', express.Router().use(show));
        app.use((req, _res, next) => {
          req.url = `/rewritten?${req.url}`;
          next();
        });
        return app.use(show).use((_req, res) => void res.end());
      },
      asks: [get('/'), get('/a/b?x=1&y'), get('/m/x?'), get('/m')],
    },
  },
  'req.query': {
    'may be changed': {
      app: (express) =>
        express().get('/', (req, res) => {
          const { query } = req;
          query.page ??= '1';
          res.json(query);
        }),
      asks: [get('/'), get('/?'), get('/?page=2'), get('/?x=1'), get('/')],
    },
    'has the prototype of plain objects, read by the extended parser': {
      app: (express) =>
        express()
          .set('query parser', 'extended')
          .get('/', (req, res) => res.json([Object.getPrototypeOf(req.query) === null])),
      asks: [get('/'), get('/?a=1')],
    },
  },
};

compare(cases);
