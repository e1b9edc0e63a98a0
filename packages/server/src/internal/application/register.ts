/** @module Cold: `register`. */

import { isThenable } from '@nextpress/middleware';
import type { Plugin, Router } from '../../types/application.ts';
import type { RegisterOptions } from '../../types/scoping.ts';
import { define } from '../registration/define.ts';
import { REGISTRAR } from '../registration/registry.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';
import { ROUTER, SCOPE, type ScopeHost, type ScopeState, STATE } from './application-state.ts';
import { checkPlugin, checkRegisterOptions } from './plugin-rules.ts';
import { makeScope, scopePrototype } from './scope-object.ts';

type AnyPlugin = Plugin<object>;

/** Calls a plugin once earlier ones have loaded. What it registers keeps the position of this call. */
export function register(this: ScopeHost, plugin: AnyPlugin, options: RegisterOptions = {}): ScopeHost {
  checkPlugin(plugin);
  checkRegisterOptions(options, plugin);
  const { app, loader, registrar } = this[SCOPE];
  const { isShared = false } = plugin;
  const { prefix, timeout = DEFAULT_TIMEOUT } = options;
  const name = plugin.pluginName ?? options.name ?? (plugin.name || 'anonymous');
  const ownRegistrar = isShared ? registrar : registrar.addScope({ name, prefix });
  const state: ScopeState = { app, loader: loader.inside(), registrar: ownRegistrar };
  const host = isShared ? shareHost(this, state) : makeScope(this, state);
  const reserve = (): void => {
    state.registrar = registrar.reserve(name);
  };
  if (isShared && loader.isBusy) reserve();
  loader.add({
    name,
    timeout,
    inner: state.loader,
    start: () => {
      checkDependencies(registrar.node, plugin, name);
      const result = plugin(host, options);
      // What a shared plugin adds before its first `await` comes last anyway.
      if (isThenable(result) && state.registrar === registrar) reserve();
      return result;
    },
    abort: (error) => {
      // What a shared plugin has added stays, without the guards that would have followed.
      if (isShared) loader.fail(error);
      else {
        ownRegistrar.discard();
        app[STATE].decorations.discard(ownRegistrar.node);
      }
    },
    finish: () => {
      registrar.node.plugins.add(name);
      // What a shared plugin adds after loading comes last again.
      if (isShared) Object.assign(state, this[SCOPE]);
    },
  });
  return this;
}
define(scopePrototype, 'register', register);

/** How long an asynchronous plugin may take, in milliseconds. */
const DEFAULT_TIMEOUT = 10_000;

/**
 * Creates the object for a shared plugin: a proxy of the application or scope that registers the plugin, with its own state. Assignments
 * go to the original.
 */
function shareHost(outer: ScopeHost, state: ScopeState): ScopeHost {
  const { [ROUTER]: router } = outer as { readonly [ROUTER]?: Router };
  const ownRouter =
    router &&
    new Proxy(router, {
      get: (target, name, receiver) =>
        name === REGISTRAR ? state.registrar : Reflect.get(target, name, receiver),
    });
  return new Proxy(outer, {
    get(target, name, receiver) {
      if (name === SCOPE) return state;
      const value: unknown = Reflect.get(target, name, receiver);
      return value !== undefined && value === router ? ownRouter : value;
    },
  });
}

function checkDependencies(node: ScopeNode, { dependencies = [] }: AnyPlugin, name: string): void {
  for (const dependency of dependencies) {
    if (node.lineage.some(({ plugins }) => plugins.has(dependency))) continue;
    throw new Error(
      `missing dependency "${dependency}": expected it to be registered before "${name}", in the same scope or an enclosing one`,
    );
  }
}
