import type { Plugin } from '@nextpress/server';
import { RouteCompiler } from './route/route-compiler.ts';
import type { ValidateOptions } from './validate-options.ts';
import { validateSettings } from './validate-options.ts';

/**
 * Creates the plugin that checks requests and serializes responses of routes with a `schema`. Register it before the routes:
 * it applies to those of the application, or of the scope in which it is registered.
 *
 * @throws {TypeError} for an invalid option
 *
 * @example
 * import { createServer } from '@nextpress/server';
 * import { validate } from '@nextpress/validate';
 * import { z } from 'zod';
 *
 * const app = createServer();
 * app.register(validate());
 * const body = z.object({ amount: z.number() });
 * app.post('/payments', { schema: { body } }, (req, res) => res.json(req.body.amount));
 */
export function validate(options: ValidateOptions = {}): Plugin {
  const settings = validateSettings(options);
  const plugin: Plugin = (scope) => {
    const compiler = new RouteCompiler(settings);
    scope.addHook('onRoute', (route) => compiler.add(route));
  };
  // What `shared()` of the server does, without loading it for those who only call `compileSchema()`.
  return Object.assign(plugin, { pluginName: 'validate', isShared: true });
}
