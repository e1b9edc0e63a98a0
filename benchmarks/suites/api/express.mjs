import express from 'express';
import { addRoutes } from './express-routes.mjs';

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const app = express();
  addRoutes(app);
  return app.listen(0, '127.0.0.1');
}
