import { createServer } from 'nextpress';

/** @param {import('nextpress').ServerOptions} [options] */
export function application(options) {
  const app = createServer(options);

  app.get('/', (_req, res) => {
    res.json({ hello: 'world' });
  });
  return app;
}

/** @type {import('../../suite.mjs').Serve} */
export const serve = () => application().listen(0, '127.0.0.1');
