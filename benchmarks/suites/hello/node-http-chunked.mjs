// Bare Node as it is often written: without Content-Length, so that Node sends it chunked.
import { createServer } from 'node:http';

/** @type {import('../../suite.mjs').Serve} */
export const serve = () =>
  createServer((_req, res) => {
    res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' });
    res.end(JSON.stringify({ hello: 'world' }));
  });
