import { assemble } from './internal/application/assemble.ts';
import { serverDialect } from './internal/application/server-dialect.ts';
import type { Application } from './types/application.ts';
import type { ServerOptions } from './types/server-options.ts';

/**
 * Creates an application with Express's API. Which layers run for a route is determined once, not per
 * request.
 *
 * @throws TypeError if an option does not exist or has an invalid value
 *
 * @example
 * ```ts
 * import { createServer } from '@nextpress/server';
 *
 * const app = createServer();
 * app.get('/hello/:name', (req, res) => res.json({ hello: req.params.name }));
 *
 * const server = app.listen(0, async () => {
 *   const { port } = server.address() as { port: number };
 *   const response = await fetch(`http://127.0.0.1:${port}/hello/world`);
 *   console.log(await response.json());
 *   await app.close();
 * });
 * ```
 */
export function createServer(options: ServerOptions = {}): Application {
  return assemble(options, serverDialect);
}
