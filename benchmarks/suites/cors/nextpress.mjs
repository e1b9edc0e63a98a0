import { cors, createServer } from 'nextpress';
import { items, policy } from '../../content/cors-policy.mjs';

const { origins: origin, methods, allowedHeaders, maxAge } = policy;

/** @param {import('nextpress').ServerOptions} [options] */
export function application(options) {
  const app = createServer(options);

  app.use(cors({ origin, methods, allowedHeaders, maxAge, credentials: true }));
  app.get('/items', (_req, res) => {
    res.json(items);
  });
  return app;
}

/** @type {import('../../suite.mjs').Serve} */
export const serve = () => application().listen(0, '127.0.0.1');
