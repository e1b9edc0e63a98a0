/** @module The functions of applications and scopes that plugins use. */

import { isThenable } from '@nextpress/middleware';
import { invalidValue } from '@nextpress/semantics/options';
import type { RegisterOptions } from '../../scoping.ts';
import type { ErrorHandler, Handler, NextFunction, Plugin, Request, Response, Scope } from '../../types.ts';
import { define } from '../registration/define.ts';
import { middlewareLayer, type PlacedLayer } from '../registration/layer.ts';
import { PIPELINE, type Registry } from '../registration/registry.ts';
import { errorStatus } from '../responding/error-response.ts';
import { HOOK_NAMES, type HookFunction, type HookName } from '../scopes/hooks.ts';
import { markLayer, type ScopeNode } from '../scopes/scope-node.ts';
import {
  callShared,
  currentCall,
  currentSlot,
  endShared,
  markContent,
  type SharedCall,
} from '../scopes/slot.ts';
import { STATE, type StatefulApplication } from './application-state.ts';
import { PluginLoader, type PluginTask } from './plugin-loader.ts';
import { checkPlugin, checkRegisterOptions } from './plugin-rules.ts';

export const SCOPE: unique symbol = Symbol('scope');

/** The state of a scope. */
export interface ScopeState {
  readonly app: StatefulApplication;
  readonly node: ScopeNode;
  /** Loads the plugins that are registered in the scope. */
  readonly loader: PluginLoader;
}

/** An application or a scope, as these functions see it. */
export interface ScopeHost extends Scope {
  readonly [SCOPE]: ScopeState;
  readonly [PIPELINE]: Registry;
}

/** Makes the scope of a plugin. */
export type OpenScope = (outer: ScopeHost, node: ScopeNode) => ScopeHost;

type AnyPlugin = Plugin<object>;

/** Defines the functions on the prototype of applications, or of scopes. */
export function defineScoping(prototype: object, openScope: OpenScope): void {
  define(prototype, 'register', function (this: ScopeHost, plugin: AnyPlugin, options: RegisterOptions = {}) {
    checkPlugin(plugin);
    checkRegisterOptions(options, plugin);
    loaderOf(this).add(
      plugin.isShared ? sharedTask(this, plugin, options) : ownTask(this, plugin, options, openScope),
    );
    return this;
  });
  for (const [name, method] of Object.entries(FUNCTIONS)) define(prototype, name, method);
}

const FUNCTIONS = {
  addHook(this: ScopeHost, name: HookName, hook: HookFunction): ScopeHost {
    if (!HOOK_NAMES.includes(name)) {
      throw invalidValue('hook', `one of ${HOOK_NAMES.join(', ')}`, name);
    }
    if (typeof hook !== 'function') throw invalidValue(`hook of ${name}`, 'a function', hook);
    this[SCOPE].node.addHook(name, hook);
    return this;
  },
  decorateRequest(this: ScopeHost, name: string, value?: unknown): ScopeHost {
    const { app, node } = this[SCOPE];
    app[STATE].decorations.decorateRequest(node, name, value);
    return this;
  },
  decorateResponse(this: ScopeHost, name: string, value?: unknown): ScopeHost {
    const { app, node } = this[SCOPE];
    app[STATE].decorations.decorateResponse(node, name, value);
    return this;
  },
  setErrorHandler(this: ScopeHost, handler: ErrorHandler): ScopeHost {
    if (typeof handler !== 'function') {
      throw invalidValue('handler in setErrorHandler()', 'a function (error, req, res, next)', handler);
    }
    const { node } = this[SCOPE];
    if (node.errorLayer !== undefined) {
      throw new Error(`Duplicate error handler: expected one in scope "${node.name}", got a second one`);
    }
    // A chain recognizes error handlers by their four parameters.
    const handle = (error: unknown, req: Request, res: Response, next: NextFunction): unknown => {
      if (!res.headersSent && res.statusCode < 400) res.statusCode = errorStatus(error) ?? 500;
      return handler(error, req, res, next);
    };
    Object.defineProperty(handle, 'name', { value: handler.name });
    node.setErrorLayer(ownLayer(node, middlewareLayer('/', handle, this[PIPELINE].rules)));
    return this;
  },
  setNotFoundHandler(this: ScopeHost, handler: Handler): ScopeHost {
    if (typeof handler !== 'function') {
      throw invalidValue('handler in setNotFoundHandler()', 'a function (req, res, next)', handler);
    }
    const { node } = this[SCOPE];
    const root = node.lineage[0] as ScopeNode;
    if (root.all().some(({ prefix, notFound }) => notFound !== undefined && prefix === node.prefix)) {
      throw new Error(
        `Duplicate not-found handler: expected one for the prefix "${node.prefix || '/'}", got a second one in scope "${node.name}"`,
      );
    }
    node.setNotFound(handler);
    return this;
  },
};

/** The call of a shared plugin, which loads the plugins that it registers before it has finished itself. */
interface LoadingCall extends SharedCall {
  readonly loader: PluginLoader;
}

/** Loads the plugins that are registered now: those of the shared plugin that is running, or those of the scope. */
export function loaderOf({ [SCOPE]: { node, loader } }: ScopeHost): PluginLoader {
  const call = currentCall(node) as LoadingCall | undefined;
  return call === undefined ? loader : call.loader;
}

function nameOf(plugin: AnyPlugin, { name }: RegisterOptions): string {
  return plugin.pluginName ?? name ?? (plugin.name || 'anonymous');
}

/** A plugin with a scope of its own. */
function ownTask(
  outer: ScopeHost,
  plugin: AnyPlugin,
  options: RegisterOptions,
  openScope: OpenScope,
): PluginTask {
  const { node } = outer[SCOPE];
  const name = nameOf(plugin, options);
  const child = node.addChild({ name, prefix: options.prefix });
  // Before the plugin runs: its layers keep the place of this call.
  node.append(markContent(placeMark(outer, name), child));
  const scope = openScope(outer, child);
  return {
    ...taskOf(node, plugin, options),
    start: () => {
      try {
        checkDependencies(node, plugin, name);
        return { result: plugin(scope, options), loader: scope[SCOPE].loader };
      } catch (error) {
        child.discard();
        throw error;
      }
    },
  };
}

/** A plugin that adds to the scope in which it is registered. */
function sharedTask(outer: ScopeHost, plugin: AnyPlugin, options: RegisterOptions): PluginTask {
  const { app, node } = outer[SCOPE];
  const task = taskOf(node, plugin, options);
  const loader = new PluginLoader(app[STATE].loading);
  // Inside another shared plugin, everything belongs to the place of that one.
  const call: LoadingCall = { owner: node, slot: currentSlot(node), loader };
  let hasPlace = false;
  const reserve = (): void => {
    if (hasPlace) return;
    const slot = node.makeSlot();
    node.append(markContent(placeMark(outer, task.name), slot));
    call.slot = slot;
    hasPlace = true;
  };
  if (loaderOf(outer).isBusy) reserve();
  return {
    ...task,
    start: () => {
      checkDependencies(node, plugin, task.name);
      const result = runShared(call, () => plugin(outer, options), reserve);
      return { result, loader };
    },
  };
}

/** Keeps the place of a shared plugin while its promise is pending. */
function runShared(call: SharedCall, plugin: () => unknown, reserve: () => void): unknown {
  let result: unknown;
  try {
    result = callShared(call, plugin);
  } catch (error) {
    endShared();
    throw error;
  }
  if (!isThenable(result)) {
    endShared();
    return result;
  }
  reserve();
  result.then(endShared, endShared);
  return result;
}

function taskOf(node: ScopeNode, plugin: AnyPlugin, options: RegisterOptions): Omit<PluginTask, 'start'> {
  const name = nameOf(plugin, options);
  return {
    name,
    timeout: options.timeout ?? DEFAULT_TIMEOUT,
    finish: () => node.plugins.add(name),
  };
}

/** How many milliseconds an asynchronous plugin may take. */
const DEFAULT_TIMEOUT = 10_000;

function checkDependencies(node: ScopeNode, { dependencies = [] }: AnyPlugin, name: string): void {
  for (const dependency of dependencies) {
    if (node.lineage.some(({ plugins }) => plugins.has(dependency))) continue;
    throw new Error(
      `missing dependency "${dependency}": expected it to be registered before "${name}", in the same scope or in one around it`,
    );
  }
}

/** A layer that marks the place of a plugin. It only runs when user code moves it to another stack. */
function placeMark({ [PIPELINE]: { rules } }: ScopeHost, name: string): PlacedLayer {
  const pass = (_req: Request, _res: Response, next: NextFunction): void => next();
  Object.defineProperty(pass, 'name', { value: name });
  return middlewareLayer('/', pass, rules);
}

function ownLayer(node: ScopeNode, layer: PlacedLayer): PlacedLayer {
  return node.parent === undefined ? layer : markLayer(layer, node, false);
}
