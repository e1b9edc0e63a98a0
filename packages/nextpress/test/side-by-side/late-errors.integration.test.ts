import type { Application, ErrorRequestHandler, RequestHandler } from 'express';
import { get } from './ask.ts';
import { type Case, type Cases, compare, type Express } from './compare.ts';

/** How a layer passes the request on and then fails. */
const late: Readonly<Record<string, RequestHandler>> = {
  'as a time-out does': (_req, _res, next) => {
    next();
    setTimeout(() => next(new Error('late')), 5);
  },
  'at once': (_req, _res, next) => {
    next();
    next(new Error('late'));
  },
  'by a throw': (_req, _res, next) => {
    next();
    throw new Error('late');
  },
  'by a rejection': async (_req, _res, next) => {
    next();
    throw new Error('late');
  },
};

const hangs: RequestHandler = () => {};
const tells: ErrorRequestHandler = (error, req, res, _next) => {
  res.status(500).json([error.message, req.url, req.baseUrl, { ...req.params }, req.app.get('name')]);
};

/** Each of these failures in an application that `build` creates. */
const each = (
  build: (express: Express, fails: RequestHandler) => Application,
): Readonly<Record<string, Case>> =>
  Object.fromEntries(
    Object.entries(late).map(([how, fails]) => [
      how,
      { app: (express) => build(express, fails), asks: [get('/a/b'), get('/a/b?c=d')] },
    ]),
  );

const cases: Cases = {
  'an error of middleware': each((express, fails) => express().use(fails).get('/a/b', hangs).use(tells)),
  'an error after its error handler': each((express, fails) =>
    express().use(fails).use(tells).get('/a/b', hangs).set('env', 'production'),
  ),
  'an error of a route': each((express, fails) => express().get('/:p/b', fails, hangs).use(tells)),
  'an error of a route that is left': each((express, fails) =>
    express().get('/:p/b', fails).get('/a/b', hangs).use(tells),
  ),
  'an error while a param is looked up': each((express, fails) =>
    express().use(fails).param('p', hangs).get('/:p/b', hangs).use(tells),
  ),
  'an error while the request is in a mount': each((express, fails) =>
    express().use(fails).use('/:p', hangs).use(tells),
  ),
  'an error of a mounted router': each((express, fails) =>
    express()
      .use('/:p', express.Router({ mergeParams: true }).use(fails).get('/b', hangs).use(tells))
      .use(tells),
  ),
  'an error of a router inside of which others are': each((express, fails) => {
    const deep = express.Router({ mergeParams: true }).get('/', hangs);
    const router = express.Router({ mergeParams: true }).use(fails).use('/:deep', deep).use(tells);
    return express().use('/:p', router);
  }),
  'an error out of a mounted router': each((express, fails) =>
    express().use('/:p', express.Router().use(fails).get('/b', hangs)).use(tells),
  ),
  'an error while the request is in a mounted application': each((express, fails) =>
    express()
      .set('name', 'outer')
      .use(fails)
      .use('/a', express().set('name', 'inner').get('/b', hangs))
      .use(tells),
  ),
};

compare(cases);
