// The route as loggers and instrumentation see it.
import type { RequestHandler } from 'express';
import { ask, get } from './ask.ts';
import { type Cases, compare } from './compare.ts';
import { ends, reports, text } from './shows.ts';

interface Layer {
  handle: RequestHandler;
}

const cases: Cases = {
  'req.route': {
    'has own properties': {
      app: (express) =>
        express().get(
          '/a/:id',
          (req, res) => void res.end(text([Object.keys(req.route), req.route.methods])),
        ),
      asks: [get('/a/1')],
    },
    'is serialized': {
      app: (express) =>
        express().get('/a', function show(req, res) {
          const { path, stack, methods } = JSON.parse(JSON.stringify(req.route));
          res.end(
            text([
              path,
              methods,
              stack.map(({ name, method }: { name: string; method: string }) => [name, method]),
            ]),
          );
        }),
      asks: [get('/a')],
    },
  },
  'app.route': {
    'has properties': reports((express) => {
      const route = express().route('/a').get(ends).all(ends);
      return [Object.keys(route), { ...(route as unknown as { methods: object }).methods }];
    }),
  },
  'a wrapped route': {
    'runs for an assigned method in lower case': {
      app: (express) => {
        const app = express();
        app.use((req, _res, next) => {
          req.method = 'put';
          next();
        });
        app.put('/a', ends).all('/b', ends);
        for (const layer of (app.router as unknown as { stack: Layer[] }).stack.slice(1)) {
          const { handle } = layer;
          layer.handle = (req, res, next) => handle(req, res, next);
        }
        return app;
      },
      asks: [get('/a'), ask('POST', '/a'), get('/b')],
    },
  },
};

compare(cases);
