// Subscribers to `express.router.request` that come or go during a request.
import { tracingChannel } from 'node:diagnostics_channel';
import type { RequestHandler } from 'express';
import { get } from './ask.ts';
import { type Cases, compare } from './compare.ts';
import { ends } from './shows.ts';

const channel = tracingChannel('express.router.request');
const subscriber = { start() {}, end() {}, asyncStart() {}, asyncEnd() {}, error() {} };

const subscribes: RequestHandler = (_req, _res, next) => {
  channel.subscribe(subscriber);
  next();
};
const unsubscribes: RequestHandler = (_req, _res, next) => {
  channel.unsubscribe(subscriber);
  next();
};

const cases: Cases = {
  'a subscriber during a request': {
    'comes before a param callback': {
      app: (express) =>
        express()
          .use(subscribes)
          .param('id', (_req, _res, next) => next())
          .get('/:id', unsubscribes, ends),
      asks: [get('/1'), get('/1')],
    },
    'comes before the param callback of a router': {
      app: (express) =>
        express()
          .use(subscribes)
          .use(
            '/in',
            express
              .Router()
              .param('id', (_req, _res, next) => next())
              .get('/:id', unsubscribes, ends),
          ),
      asks: [get('/in/1'), get('/in/1')],
    },
  },
};

compare(cases);
