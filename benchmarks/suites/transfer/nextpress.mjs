import { Readable } from 'node:stream';
import { createServer, rawBody } from 'nextpress';
import { chunks } from '../../content/megabyte.mjs';

/** @param {import('nextpress').ServerOptions} [options] */
export function application(options) {
  const app = createServer(options);

  app.get('/stream', (_req, res) => {
    res.type('application/octet-stream');
    Readable.from(chunks).pipe(res);
  });

  app.post('/upload', rawBody({ limit: '1mb' }), (req, res) => {
    res.json({ bytes: req.body.length });
  });

  return app;
}

/** @type {import('../../suite.mjs').Serve} */
export const serve = () => application().listen(0, '127.0.0.1');
