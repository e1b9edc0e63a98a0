import { createServer } from 'node:http';
import polka from 'polka';

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const server = createServer();
  const app = polka({ server });

  app.get('/', (_req, res) => {
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.end(JSON.stringify({ hello: 'world' }));
  });

  app.listen(0, '127.0.0.1');
  return server;
}
