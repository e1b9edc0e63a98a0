// The prototypes of `req.params`, with Express 5 and 4.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { get } from './ask.ts';
import { type Cases, compare } from './compare.ts';
import { text } from './shows.ts';
import { VERSION_4 } from './version-4.ts';

const shows: RequestHandler = (req, res, next) => {
  const { params } = req;
  res.append('X-Params', text(params));
  next();
};

const cases: Cases = {
  'req.params': {
    'of routes, routers and middleware': {
      app: (express) => {
        const app = express().set('env', 'production');
        app.use(shows).use('/a/:x', shows);
        app.use('/a/:x', express.Router({ mergeParams: true }).use(shows).get('/:y', shows));
        app.use(/^\/a\/(\d)/, express.Router({ mergeParams: true }).get(/^\/(\d)/, shows));
        app.get(/^\/(?<name>r)(\d)/, shows).get('/plain', shows);
        return app.use((_req, res) => void res.end());
      },
      asks: ['/a/1/2', '/r1', '/plain', '/a/1'].map((path) => get(path)),
    },
    'of a router that is called by hand': {
      app: (express) => {
        const plain = express.Router().use('/a/:x', express.Router());
        const showing = express.Router().use(shows).get('/b/:y', shows);
        return (req: IncomingMessage, res: ServerResponse): void => {
          Object.assign(res, { append: (name: string, value: string) => res.appendHeader(name, value) });
          const members = ['params', 'baseUrl', 'originalUrl', 'next'];
          const end = (): unknown =>
            res.end(text(members.map((name) => [name in req, Reflect.get(req, name)])));
          plain(req as Request, res as Response, () => showing(req as Request, res as Response, end));
        };
      },
      asks: ['/none', '/a/1', '/b/2'].map((path) => get(path)),
    },
    'with methods of objects': {
      app: (express) => {
        const app = express().set('env', 'production');
        const router = express.Router({ mergeParams: true });
        router.get('/:y', (req, res) => {
          res.end(`${req.params} ${Object.hasOwn(req.params, 'y')} ${'hasOwnProperty' in req.params}`);
        });
        return app.use('/a/:x', router);
      },
      asks: [get('/a/1/2')],
    },
  },
};

compare(cases);
compare({ 'req.params of Express 4': { ...cases['req.params'] } }, VERSION_4);
