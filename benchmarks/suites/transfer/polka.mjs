import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import bodyParser from 'body-parser';
import polka from 'polka';
import { chunks } from '../../content/megabyte.mjs';

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const server = createServer();
  const app = polka({ server });

  app.get('/stream', (_req, res) => {
    res.setHeader('Content-Type', 'application/octet-stream');
    Readable.from(chunks).pipe(res);
  });

  app.post('/upload', bodyParser.raw({ limit: '1mb' }), (req, res) => {
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.end(JSON.stringify({ bytes: req.body.length }));
  });

  app.listen(0, '127.0.0.1');
  return server;
}
