// Applications of another copy of the framework.
import express from 'express';
import { get } from './ask.ts';
import { type Cases, compare } from './compare.ts';

/** An Express application that reports how it was mounted. */
function foreign() {
  let mounts = 0;
  const app = express();
  app.on('mount', () => mounts++);
  app.use('/pass', (_req, _res, next) => next());
  app.get('/', (req, res) => {
    res.json([
      req.app === app,
      app.mountpath,
      app.path(),
      (app as { parent?: unknown }).parent === undefined,
      mounts,
      app.get('shared'),
    ]);
  });
  return app;
}

const cases: Cases = {
  'a mounted application of Express': {
    'knows its parent': {
      app: (express) => express().set('shared', 'outer').use('/in', foreign()),
      asks: [get('/in'), get('/in/')],
    },
    'knows its path when it is mounted twice': {
      app: (express) => {
        const inner = foreign();
        return express().use('/outer', express().use('/in', inner)).use(['/a', '/b'], inner);
      },
      asks: [get('/outer/in'), get('/a'), get('/b')],
    },
    'passes requests on': {
      app: (express) =>
        express()
          .use(foreign())
          .get('/pass', (req, res) => void res.json([req.app.path(), req.baseUrl, typeof req.app.mountpath])),
      asks: [get('/pass')],
    },
  },
};

compare(cases);
