// The fair form of bare Node: the whole head at once, with Content-Length.
import { createServer } from 'node:http';

/** @type {import('../../suite.mjs').Serve} */
export const serve = () =>
  createServer((_req, res) => {
    const body = JSON.stringify({ hello: 'world' });
    res.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    });
    res.end(body);
  });
