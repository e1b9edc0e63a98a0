// As one would write it natively: a router made by hand, and try/catch.
import { createServer } from 'node:http';
import { HandMadeRouter, sendJson } from '../../hand-made-router.mjs';

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const router = new HandMadeRouter();

  router.on('GET', '/', (_req, res) => {
    sendJson(res, { hello: 'world' });
  });

  return createServer(router.listener);
}
