import { createServer, type ServerOptions } from 'nextpress';

/** Creates the application. server.{{ext}} makes it listen; tests use it without a port. */
export function createApp(options: ServerOptions = {}) {
  const app = createServer(options);

  app.get('/', () => ({ hello: 'world' }));
  app.get('/hello/:name', (req) => ({ hello: req.params.name }));
  return app;
}
