import type { Plugin } from '@nextpress/server';
import { FACTORY } from '@nextpress-internal/internals/keys';
import type { ValidateOptions } from './options.ts';
import { addTo, validateSettings } from './options.ts';
import { RouteCompiler } from './route/route-compiler.ts';

/**
 * Creates the plugin that checks requests and serializes responses of routes with a `schema`. Register it before the routes:
 * it applies to those of the application, or of the scope in which it is registered. There it inherits the options of the plugin
 * in the scope around it, and adds its own.
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
  validateSettings(options);
  const plugin: Plugin = (scope) => {
    const inherited = addTo(outerOptions(scope), options);
    Object.defineProperty(scope, OPTIONS, { value: inherited, configurable: true });
    const compiler = new RouteCompiler(validateSettings(inherited));
    scope.addHook('onRoute', (route) => compiler.add(route));
  };
  // What `shared()` of the server does, without loading it for those who only call `compileSchema()`.
  return Object.assign(plugin, { pluginName: 'validate', isShared: true });
}

/** Lets `register()` report `app.register(validate)`, where the call is missing. */
Object.defineProperty(validate, FACTORY, { value: true });

/** The options of the plugin, on each scope and application that has one. */
const OPTIONS: unique symbol = Symbol('options of validate()');

/** Those of the same scope, or of the closest scope around it. Applications do not inherit from those that mount them. */
function outerOptions(scope: object): ValidateOptions {
  const { parent, [OPTIONS]: known } = scope as {
    readonly parent?: object;
    readonly [OPTIONS]?: ValidateOptions;
  };
  if (known !== undefined || typeof scope === 'function' || parent === undefined) return known ?? {};
  return outerOptions(parent);
}
