import { createServer, serveStatic } from 'nextpress';
import { staticFolder } from '../../content/static-files.mjs';

/** @param {import('nextpress').ServerOptions} [options] */
export function application(options) {
  const app = createServer(options);
  app.use(serveStatic(staticFolder()));
  return app;
}

/** @type {import('../../suite.mjs').Serve} */
export const serve = () => application().listen(0, '127.0.0.1');
