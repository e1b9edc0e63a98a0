import { openapi } from '@nextpress/openapi';
import { validate } from '@nextpress/validate';
import { createServer, type ServerOptions } from 'nextpress';
import { todos } from './todos.ts';

/** Makes the application. It listens in server.{{ext}}; tests use it without a port. */
export function createApp(options: ServerOptions = {}) {
  return (
    // GET /healthz and /readyz respond to the probes of your platform.
    createServer({ health: true, ...options })
      // Routes with a schema of the body read it themselves, behind their guards.
      .register(validate({ json: { limit: '100kb' } }))
      // The document of all routes with their schemas, and a page at /docs.
      .register(openapi({ info: { title: '{{name}}', version: '0.1.0' }, ui: '/docs' }))
      .get('/', { openapi: { hide: true } }, (_req, res) => res.redirect('/docs'))
      .register(todos, { prefix: '/todos' })
  );
}
