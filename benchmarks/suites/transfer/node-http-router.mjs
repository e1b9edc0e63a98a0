// As one would write it natively: a router made by hand, and try/catch.
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { chunks } from '../../content/megabyte.mjs';
import { HandMadeRouter, readAll, sendJson } from '../../hand-made-router.mjs';

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const router = new HandMadeRouter();

  router.on('GET', '/stream', async (_req, res) => {
    res.setHeader('Content-Type', 'application/octet-stream');
    await pipeline(Readable.from(chunks), res);
  });

  router.on('POST', '/upload', async (req, res) => {
    sendJson(res, { bytes: (await readAll(req)).length });
  });

  return createServer(router.listener);
}
