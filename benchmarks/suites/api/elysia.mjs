import { Elysia } from 'elysia';
import { profile } from '../../content/profile.mjs';
import { tenFields } from '../../content/ten-fields.mjs';

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const app = new Elysia()
    .get('/', () => 'Hi')
    .get('/id/:id', ({ params, query, set }) => {
      set.headers['x-powered-by'] = 'benchmark';
      return `${params.id} ${query.name}`;
    })
    .post('/json', ({ body }) => body)
    .get('/profile', () => profile())
    .get('/users/:id', ({ params: { id } }) => ({ id, name: `User ${id}` }))
    .get('/chain', ({ headers, set }) => {
      const started = Date.now();
      const requestId = headers['x-request-id'] ?? '';
      const authenticated = headers.authorization === 'Bearer secret';
      set.headers['x-request-id'] = requestId;
      set.headers['x-response-time'] = `${Date.now() - started}ms`;
      return { message: 'Chain complete', requestId, authenticated };
    })
    .get('/error', () => {
      throw new Error('This handler always throws');
    })
    .get('/fields', ({ set }) => {
      Object.assign(set.headers, tenFields);
      return 'Hi';
    })
    .listen({ port: 0, hostname: '127.0.0.1' });

  return { port: Number(app.server?.port) };
}
