// Assignments to `app.request` and `app.response`.
import type { Application, Request, Response } from 'express';
import { get } from './ask.ts';
import { type Cases, compare, type Express } from './compare.ts';

type Prototypes = Application & { request: Request; response: Response };
type Extended<T> = T & { hello(): string };

const extend = <T extends object>(prototype: T): T =>
  Object.assign(Object.create(prototype) as T, { hello: () => 'hello' });

/** An application that responds with what its assigned prototypes have. */
const assigned = (express: Express, ...names: ('request' | 'response')[]): Prototypes => {
  const app = express() as unknown as Prototypes;
  for (const name of names) Object.assign(app, { [name]: extend(app[name]) });
  app.get('/', (req, res) => {
    const has = [req, res].map((message) => typeof (message as Extended<Request>).hello);
    const same = [Object.getPrototypeOf(req) === app.request, Object.getPrototypeOf(res) === app.response];
    res.json([...has, ...same]);
  });
  return app;
};

const asks = [get('/'), get('/in')];

const cases: Cases = {
  'an assigned prototype': {
    'of requests': { app: (express) => assigned(express, 'request'), asks },
    'of responses': { app: (express) => assigned(express, 'response'), asks },
    'of both': { app: (express) => assigned(express, 'request', 'response'), asks },
    'knows its application': {
      app: (express) => {
        const app = assigned(express, 'request', 'response');
        return app.get('/in', (req, res) => void res.json([req.app === app, res.app === app]));
      },
      asks,
    },
    'of a mounted application': {
      app: (express) =>
        express()
          .use('/in', assigned(express, 'request', 'response'))
          .get('/', (req, res) => void res.send(typeof (req as Extended<Request>).hello)),
      asks,
    },
    'of an application that mounts another': {
      app: (express) => {
        const app = assigned(express, 'request', 'response');
        const inner = express();
        inner.get(
          '/',
          (req, res) => void res.json([req, res].map((each) => typeof (each as Extended<Request>).hello)),
        );
        return app.use('/in', inner);
      },
      asks,
    },
    'that is the one before': {
      app: (express) => {
        const app = express() as unknown as Prototypes;
        const { request } = app;
        app.request = request;
        return app.get('/', (req, res) => void res.json([req.path, Object.getPrototypeOf(req) === request]));
      },
      asks,
    },
  },
};

compare(cases);
