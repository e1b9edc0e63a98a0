import express from 'express';

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const app = express();

  app.get('/', (_req, res) => {
    res.json({ hello: 'world' });
  });

  return app.listen(0, '127.0.0.1');
}
