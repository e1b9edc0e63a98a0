import type { ErrorRequestHandler, RequestHandler } from 'express';
import { ask, get, head } from './ask.ts';
import { type Cases, compare } from './compare.ts';

const marks: RequestHandler = (_req, res, next) => {
  res.set('X-Ran', 'yes');
  next();
};
const tells: ErrorRequestHandler = (error, req, res, _next) => {
  const { name, message, status, statusCode } = error;
  res.status(status).json([name, message, statusCode, req.url, req.path]);
};
const shows: RequestHandler = (req, res) => void res.json([req.url, req.path, req.baseUrl, req.params]);

const targets = ['/%zz', '/%', '/a/%zz', '/%E0%A4%A', '/%FF', '/%zz?a=b', '/a%zz/b'];

const cases: Cases = {
  'a malformed escape': {
    'reaches middleware and the page of what nothing handles': {
      app: (express) => express().use(marks),
      asks: [...targets.map((target) => get(target)), head('/%zz')],
    },
    'matches a route by its text': {
      app: (express) => express().get('/%zz', shows).get('/a%zz/b', shows),
      asks: [get('/%zz'), get('/%ZZ'), get('/%25zz'), get('/a%zz/b'), get('/%')],
    },
    'is an error of a param': {
      app: (express) => express().use(marks).get('/:p', shows).use(tells),
      asks: [...targets.map((target) => get(target)), ask('POST', '/%zz'), ask('OPTIONS', '/%zz')],
    },
    'is an error of a route for another method': {
      app: (express) => express().post('/:p', shows).use(tells),
      asks: [get('/%zz'), get('/%FF'), get('/a')],
    },
    'is an error of a wildcard, a prefix and a regular expression': {
      app: (express) =>
        express()
          .get('/w/*all', shows)
          .use('/m/:p', shows)
          .get(/^\/r(.*)$/, shows)
          .use(tells),
      asks: [get('/w/a/%zz'), get('/m/%zz'), get('/m/%zz/x'), get('/r%zz')],
    },
    'is not read by what comes before the error handlers': {
      app: (express) => express().get('/:p', shows).use(marks).use('/:p', tells).use(tells),
      asks: [get('/%zz')],
    },
    'is a page': {
      app: (express) => express().set('env', 'production').get('/:p', shows),
      asks: [get('/%zz'), get('/%FF')],
    },
    'is what is left of the target in a mount': {
      app: (express) =>
        express().use('/a', express.Router().get('/%zz', shows).get('/:p/b', shows)).use(tells),
      asks: [get('/a/%zz'), get('/a/%zz/b'), get('/a/%zz/c')],
    },
  },
};

compare(cases);
