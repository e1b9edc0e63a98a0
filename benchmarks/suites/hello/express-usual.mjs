import express from 'express';
import { usualMiddleware } from '../../usual-middleware.mjs';

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const app = express();

  app.use(usualMiddleware());
  app.get('/', (_req, res) => {
    res.json({ hello: 'world' });
  });

  return app.listen(0, '127.0.0.1');
}
