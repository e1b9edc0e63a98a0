import { readdirSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { validate } from '@nextpress/validate';
import cookieParser from 'cookie-parser';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { createServer } from 'nextpress';
import { config } from './config.mjs';
import { authenticate, guard } from './guards.mjs';
import { underPressure } from './under-pressure.mjs';

export async function createApp() {
  const app = createServer({ caseSensitive: true, strict: true });
  app.use(underPressure({ maxEventLoopDelay: 1000 }), cookieParser());
  app.register(validate());
  app.decorateRequest('user', null);

  app.get('/status', () => ({ status: 'ok' }));
  app.use(
    '/prices',
    guard(authenticate),
    createProxyMiddleware({ target: config.PRICES, changeOrigin: true }),
  );

  // @fastify/autoload
  for (const name of readdirSync(new URL('routes', import.meta.url))) {
    const { default: routes } = await import(`./routes/${name}/index.mjs`);
    app.register(routes, { prefix: `/${name}` });
  }

  // The bodies of Fastify's errors.
  app.setNotFoundHandler((req, res) => {
    const message = `Route ${req.method}:${req.originalUrl} not found`;
    res.status(404).json({ message, error: 'Not Found', statusCode: 404 });
  });
  app.setErrorHandler((error, _req, res, _next) => {
    const { status = 500, headers = {} } = error;
    const message = status < 500 ? error.message : STATUS_CODES[status];
    res.status(status).set(headers).json({ statusCode: status, error: STATUS_CODES[status], message });
  });
  return app;
}
