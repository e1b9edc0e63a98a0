import express from 'express';
import { staticFolder } from '../../content/static-files.mjs';

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const app = express();
  app.use(express.static(staticFolder()));

  return app.listen(0, '127.0.0.1');
}
