/** @module Cold: what `register` gives to the loader of a scope. */

import { isThenable } from '@nextpress/middleware';
import type { RegisterOptions } from '../../scoping.ts';
import type { NextFunction, Plugin, Request, Response } from '../../types.ts';
import { middlewareLayer, type PlacedLayer } from '../registration/layer.ts';
import { PIPELINE } from '../registration/registry.ts';
import { beginCall, currentSlot, endCall, findCall } from '../scopes/plugin-call.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';
import { markContent } from '../scopes/slot.ts';
import { STATE } from './application-state.ts';
import { PluginLoader, type PluginTask } from './plugin-loader.ts';
import { type LoadingCall, loaderOf, SCOPE, type ScopeHost } from './scope-host.ts';

/** Makes the scope of a plugin. */
export type OpenScope = (outer: ScopeHost, node: ScopeNode) => ScopeHost;

export type AnyPlugin = Plugin<object>;

/** A plugin with a scope of its own. */
export function ownTask(
  outer: ScopeHost,
  plugin: AnyPlugin,
  options: RegisterOptions,
  openScope: OpenScope,
): PluginTask {
  const { app, node } = outer[SCOPE];
  const task = taskOf(node, plugin, options);
  const child = node.addChild({ name: task.name, prefix: options.prefix });
  // Before the plugin runs: its layers keep the place of this call.
  node.append(markContent(placeMark(outer, task.name), child));
  const scope = openScope(outer, child);
  const { loader } = scope[SCOPE];
  const call = callOf(child, task.name, loader, loaderOf(outer));
  return {
    ...task,
    start: () => {
      checkDependencies(node, plugin, task.name);
      return { result: runPlugin(call, () => plugin(scope, options)), loader };
    },
    abort: () => {
      child.discard();
      app[STATE].decorations.discard(child);
    },
  };
}

/** A plugin that adds to the scope in which it is registered. */
export function sharedTask(outer: ScopeHost, plugin: AnyPlugin, options: RegisterOptions): PluginTask {
  const { app, node } = outer[SCOPE];
  const { loading } = app[STATE];
  const task = taskOf(node, plugin, options);
  const loader = new PluginLoader(loading);
  const call = callOf(node, task.name, loader, loaderOf(outer));
  // Inside another shared plugin, everything belongs to the place of that one.
  call.slot = currentSlot(node);
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
      return { result: runPlugin(call, () => plugin(outer, options), reserve), loader };
    },
    // What it has added to the scope stays, and the guards that would have followed are missing.
    abort: (error) => loading.fail(error),
  };
}

function callOf(owner: ScopeNode, name: string, loader: PluginLoader, waiter: PluginLoader): LoadingCall {
  return { owner, name, loader, waiter, outer: findCall(() => true), slot: undefined, isOver: false };
}

/** Runs a plugin. `onPending` is called when it is asynchronous. */
function runPlugin(call: LoadingCall, plugin: () => unknown, onPending?: () => void): unknown {
  const end = (): void => endCall(call);
  let result: unknown;
  try {
    result = beginCall(call, plugin);
  } catch (error) {
    end();
    throw error;
  }
  if (isThenable(result)) {
    onPending?.();
    result.then(end, end);
  } else end();
  return result;
}

function taskOf(
  node: ScopeNode,
  plugin: AnyPlugin,
  { name = plugin.name || 'anonymous', timeout = DEFAULT_TIMEOUT }: RegisterOptions,
): Omit<PluginTask, 'start' | 'abort'> {
  const chosen = plugin.pluginName ?? name;
  return { name: chosen, timeout, finish: () => node.plugins.add(chosen) };
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
