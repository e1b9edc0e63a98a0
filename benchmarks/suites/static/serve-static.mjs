import { createServer } from 'node:http';
import finalhandler from 'finalhandler';
import serveStatic from 'serve-static';
import { staticFolder } from '../../content/static-files.mjs';

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const files = serveStatic(staticFolder());

  return createServer((req, res) => {
    files(req, res, finalhandler(req, res));
  });
}
