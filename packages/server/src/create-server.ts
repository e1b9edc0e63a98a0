import type { Application } from './application.ts';
import { answerWith } from './internal/answer.ts';
import { Listeners } from './internal/listeners.ts';
import { createPathRules } from './internal/path-rules.ts';
import { Pipeline } from './internal/pipeline.ts';
import { defineRegistration } from './internal/registration.ts';
import { createRequestListener } from './internal/request-listener.ts';
import { createMessages } from './messages.ts';
import { readOptions, type ServerOptions } from './options.ts';

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
  const settings = readOptions(options);
  const messages = createMessages(settings.queryParser);
  const rules = createPathRules(settings.caseSensitive, settings.strict);
  const pipeline = new Pipeline(rules, answerWith(settings));
  const app = createRequestListener(pipeline, messages);
  const listeners = new Listeners(settings, messages, app);
  defineRegistration(app, pipeline);
  return Object.assign(app, {
    listen: (...args: unknown[]) => {
      pipeline.plan();
      return listeners.listen(args);
    },
    close: () => listeners.close(),
  }) as Application;
}
