import { H3, handleCors, serve as listen } from 'h3';
import { items, policy } from '../../content/cors-policy.mjs';

const { origins: origin, methods, allowedHeaders: allowHeaders, maxAge } = policy;

/** @type {import('h3').CorsOptions} */
const options = {
  origin,
  methods,
  allowHeaders,
  exposeHeaders: [],
  maxAge: String(maxAge),
  credentials: true,
};

/** @type {import('../../suite.mjs').Serve} */
export async function serve() {
  const app = new H3();

  app.use((event, next) => {
    const preflight = handleCors(event, options);
    return preflight === false ? next() : preflight;
  });
  app.get('/items', () => items);

  const server = listen(app, { port: 0, hostname: '127.0.0.1', silent: true });
  await server.ready();
  return { port: Number(new URL(server.url ?? '').port) };
}
