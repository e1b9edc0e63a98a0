import type { Plugin } from '@nextpress/server';
import { FACTORY } from '@nextpress-internal/internals/keys';
import type { ValidateOptions } from './options.ts';
import { addTo, validateSettings } from './options.ts';
import { RouteCompiler } from './route/route-compiler.ts';

/**
 * Creates the plugin that validates requests and serializes responses of routes with a `schema`. Register it before the routes of
 * the application or scope. In a scope it inherits the options of the enclosing scope's plugin, and adds its own.
 *
 * @throws {TypeError} if an option is invalid
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
  validateSettings(options);
  const plugin: Plugin = (scope) => {
    const inherited = addTo(outerOptions(scope), options);
    Object.defineProperty(scope, OPTIONS, { value: inherited, configurable: true });
    const compiler = new RouteCompiler(validateSettings(inherited));
    scope.addHook('onRoute', (route) => compiler.add(route));
  };
  // Does the same as the server's `shared()`, which `compileSchema()` alone should not load.
  return Object.assign(plugin, { pluginName: 'validate', isShared: true });
}

/** Lets `register()` report `app.register(validate)`, where the call is missing. */
Object.defineProperty(validate, FACTORY, { value: true });

/** The options of the plugin, stored on each scope and application that registers it. */
const OPTIONS: unique symbol = Symbol('options of validate()');

/** The options of the same or the closest enclosing scope. Applications do not inherit from those that mount them. */
function outerOptions(scope: object): ValidateOptions {
  const { parent, [OPTIONS]: known } = scope as {
    readonly parent?: object;
    readonly [OPTIONS]?: ValidateOptions;
  };
  if (known !== undefined || typeof scope === 'function' || parent === undefined) return known ?? {};
  return outerOptions(parent);
}
