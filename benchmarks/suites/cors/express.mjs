import cors from 'cors';
import express from 'express';
import { items, policy } from '../../content/cors-policy.mjs';

const { origins: origin, methods, allowedHeaders, maxAge } = policy;

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const app = express();

  app.use(cors({ origin, methods, allowedHeaders, maxAge, credentials: true }));
  app.get('/items', (_req, res) => {
    res.json(items);
  });

  return app.listen(0, '127.0.0.1');
}
