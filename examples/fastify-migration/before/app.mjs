import { createHash, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import auth from '@fastify/auth';
import autoload from '@fastify/autoload';
import cookie from '@fastify/cookie';
import env from '@fastify/env';
import proxy from '@fastify/http-proxy';
import jwt from '@fastify/jwt';
import rateLimit from '@fastify/rate-limit';
import sensible from '@fastify/sensible';
import underPressure from '@fastify/under-pressure';
import Fastify from 'fastify';

const schema = {
  type: 'object',
  required: ['JWT_SECRET', 'API_KEY', 'PRICES'],
  properties: {
    PORT: { type: 'integer', default: 3000 },
    JWT_SECRET: { type: 'string', minLength: 32 },
    API_KEY: { type: 'string' },
    PRICES: { type: 'string' },
  },
};

/** Keys may differ in length, which `timingSafeEqual` does not accept. */
const hash = (text) => createHash('sha256').update(text).digest();

export async function createApp() {
  const app = Fastify();
  await app.register(env, { schema });
  await app.register(sensible);
  await app.register(cookie);
  await app.register(jwt, { secret: app.config.JWT_SECRET, cookie: { cookieName: 'token' } });
  await app.register(auth);
  await app.register(rateLimit, { global: false });
  await app.register(underPressure, { maxEventLoopDelay: 1000, exposeStatusRoute: '/status' });

  app.decorate('authenticate', async (request) => {
    await request.jwtVerify().catch(() => {
      throw app.httpErrors.unauthorized('Please log in.');
    });
  });
  app.decorate('checkApiKey', async (request) => {
    const isValid = timingSafeEqual(hash(request.headers['x-api-key'] ?? ''), hash(app.config.API_KEY));
    if (!isValid) throw app.httpErrors.unauthorized('Please log in.');
    request.user = { name: 'api' };
  });

  app.register(autoload, { dir: join(import.meta.dirname, 'routes') });
  app.register(proxy, { upstream: app.config.PRICES, prefix: '/prices', preHandler: app.authenticate });
  return app;
}
