import { openapi } from '@nextpress/openapi';
import { validate } from '@nextpress/validate';
import { createServer, type ServerOptions } from 'nextpress';
import { todos } from './todos.ts';

/** Creates the application. server.{{ext}} makes it listen; tests use it without a port. */
export function createApp(options: ServerOptions = {}) {
  return (
    // GET /healthz and /readyz answer your platform's probes.
    createServer({ health: true, ...options })
      // Routes with a body schema parse the body themselves, after their guards.
      .register(validate({ json: { limit: '100kb' } }))
      // The document of all routes and their schemas, and a page at /docs.
      .register(openapi({ info: { title: '{{name}}', version: '0.1.0' }, ui: '/docs' }))
      .get('/', { openapi: { hide: true } }, (_req, res) => res.redirect('/docs'))
      .register(todos, { prefix: '/todos' })
  );
}
