import { checkPlugin } from './internal/application/plugin-rules.ts';
import type { Scope } from './types/application.ts';
import type { PluginOf, RegisterOptions } from './types/scoping.ts';

/** Options of {@link shared}. */
export interface SharedOptions {
  /** The name of the plugin in messages and for `dependencies`. */
  readonly name?: string | undefined;
  /** The names of plugins that must be registered before this one, in the same scope or an enclosing one. */
  readonly dependencies?: readonly string[] | undefined;
}

/**
 * Creates a plugin that adds to the scope it is registered in, like `fastify-plugin` in Fastify.
 *
 * @throws TypeError if the value is not a plugin
 *
 * @example
 * ```ts
 * import { createServer, shared } from '@nextpress/server';
 *
 * const clock = shared((scope) => { scope.locals.startedAt = Date.now(); }, { name: 'clock' });
 *
 * const app = createServer();
 * app.register(clock);
 * typeof app.locals.startedAt; // => 'number'
 * ```
 */
export function shared<Options extends object = object, Returned = unknown>(
  plugin: PluginOf<Scope, Options, Returned>,
  { name, dependencies }: SharedOptions = {},
): PluginOf<Scope, Options, Returned> {
  checkPlugin(plugin);
  const call = (scope: Scope, options: Options & RegisterOptions): Returned => plugin(scope, options);
  Object.defineProperty(call, 'name', { value: plugin.name });
  return Object.assign(call, {
    pluginName: name ?? plugin.pluginName ?? (plugin.name || undefined),
    dependencies: dependencies ?? plugin.dependencies,
    isShared: true,
  });
}
