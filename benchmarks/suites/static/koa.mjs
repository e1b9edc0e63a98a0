import Koa from 'koa';
import files from 'koa-static';
import { staticFolder } from '../../content/static-files.mjs';

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const app = new Koa();
  app.use(files(staticFolder()));

  return app.listen(0, '127.0.0.1');
}
