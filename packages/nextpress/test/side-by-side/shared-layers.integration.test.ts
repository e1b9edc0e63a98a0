// Layers in the stacks of two routers.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response, Router } from 'express';
import { ask, get } from './ask.ts';
import { type Case, type Cases, compare, type Express } from './compare.ts';
import { ends, traces } from './shows.ts';

interface Layer {
  handle: RequestHandler;
  route?: { stack: Layer[]; get(handler: RequestHandler): unknown };
}
type WithStack = Router & { stack: Layer[] };

const guards: RequestHandler = (_req, res) => void res.status(403).end('guarded');

/** Two routers with the layers of the first; `change` runs after the first requests. */
const shared = (change: (first: Layer[], second: Layer[]) => unknown): Case => ({
  app: (express: Express) => {
    const [first, second] = [express.Router() as WithStack, express.Router() as WithStack];
    first.use(traces('use')).get('/a', ends);
    second.stack.push(...first.stack);
    const app = express().use('/first', first).use('/second', second);
    return (req: IncomingMessage, res: ServerResponse) => {
      if (req.url !== '/change') return app(req as Request, res as Response);
      change(first.stack, second.stack);
      res.end('changed');
    };
  },
  asks: ['/first/a', '/second/a', '/change', '/first/a', '/second/a']
    .map((path) => get(path))
    .concat(ask('POST', '/second/a')),
});

const cases: Cases = {
  'a layer in two stacks': {
    'runs in both': shared(() => {}),
    'is the same object in both': {
      app: (express) => {
        const [first, second] = [express.Router() as WithStack, express.Router() as WithStack];
        second.stack.push(...first.use(ends).stack);
        return express().use((_req, res) => void res.end(String(first.stack[0] === second.stack[0])));
      },
      asks: [get('/')],
    },
    'is replaced through the first': shared(([layer]) => {
      if (layer) layer.handle = guards;
    }),
    'is replaced through the second': shared((_first, [layer]) => {
      if (layer) layer.handle = guards;
    }),
    'has a route whose handler is replaced': shared((_first, layers) => {
      for (const { route } of layers) for (const each of route?.stack ?? []) each.handle = guards;
    }),
    'has a route that gets a handler': shared((first) => {
      for (const { route } of first) {
        route?.stack.pop();
        route?.get(guards);
      }
    }),
    'stays in one when it leaves the other': shared((first, second) => {
      first.shift();
      const [layer] = second;
      if (layer) layer.handle = guards;
    }),
  },
  'a handler in two routes': {
    'is replaced through the second': {
      app: (express) => {
        const app = express();
        const first = app.route('/first').get(ends) as unknown as { stack: Layer[] };
        const second = app.route('/second').get(traces('second')) as unknown as { stack: Layer[] };
        second.stack = [...second.stack, ...first.stack];
        return (req: IncomingMessage, res: ServerResponse) => {
          if (req.url !== '/change') return app(req as Request, res as Response);
          for (const layer of second.stack.slice(1)) layer.handle = guards;
          res.end('changed');
        };
      },
      asks: ['/second', '/change', '/first', '/second'].map((path) => get(path)),
    },
  },
};

compare(cases);
