import type { Application } from './application.ts';
import { answerWith } from './internal/answer/answer.ts';
import { assemble } from './internal/application/assemble.ts';
import type { ServerOptions } from './options.ts';

/**
 * Makes an application: Express's API, its order of registration worked out once instead of walked per request.
 *
 * @throws TypeError when an option does not exist or has the wrong type.
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
 *   const answer = await fetch(`http://127.0.0.1:${port}/hello/world`);
 *   console.log(await answer.json());
 *   await app.close();
 * });
 * ```
 */
export function createServer(options: ServerOptions = {}): Application {
  return assemble(options, {
    defaults: { 'x-powered-by': false, etag: false, env: process.env.NODE_ENV ?? 'production' },
    poweredBy: 'Nextpress',
    answer: (values, { logError }) => answerWith(values, logError),
  });
}
