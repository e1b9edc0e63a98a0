/** @module Cold: what `register` gives to the loader of a scope. */

import { isThenable } from '@nextpress/middleware';
import type { RegisterOptions } from '../../scoping.ts';
import type { NextFunction, Plugin, Request, Response } from '../../types.ts';
import type { PlacedLayer } from '../registration/layer.ts';
import { middlewareLayer } from '../registration/make-layer.ts';
import { PIPELINE } from '../registration/registry.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';
import { markContent } from '../scopes/slot.ts';
import { STATE } from './application-state.ts';
import type { PluginTask } from './plugin-loader.ts';
import { SCOPE, type ScopeHost } from './scope-host.ts';
import { sharedHost } from './shared-host.ts';

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
  const { app, node, slot } = outer[SCOPE];
  const task = taskOf(node, plugin, options);
  const child = node.addChild({ name: task.name, prefix: options.prefix });
  // Before the plugin runs: its layers keep the place of this call.
  slot.stack.append(markContent(placeMark(outer, task.name), child));
  const scope = openScope(outer, child);
  const { loader } = scope[SCOPE];
  return {
    ...task,
    start: () => {
      checkDependencies(node, plugin, task.name);
      return { result: plugin(scope, options), loader };
    },
    abort: () => {
      child.discard();
      app[STATE].decorations.discard(child);
    },
  };
}

/** A plugin that adds to the scope in which it is registered. */
export function sharedTask(outer: ScopeHost, plugin: AnyPlugin, options: RegisterOptions): PluginTask {
  const { app, node, loader: waiting } = outer[SCOPE];
  const task = taskOf(node, plugin, options);
  const host = sharedHost(outer);
  const state = host[SCOPE];
  // What the plugin adds before it first waits is at the end anyway.
  const keepPlace = (): void => {
    const slot = node.makeSlot();
    outer[SCOPE].slot.addSlot(placeMark(outer, task.name), slot);
    state.slot = slot;
  };
  const isQueued = waiting.isBusy;
  if (isQueued) keepPlace();
  return {
    ...task,
    start: () => {
      checkDependencies(node, plugin, task.name);
      const result = plugin(host, options);
      if (isThenable(result) && !isQueued) keepPlace();
      return { result, loader: state.loader };
    },
    finish: () => {
      task.finish();
      // What the plugin adds later is at the end again.
      Object.assign(state, outer[SCOPE]);
    },
    // What it has added to the scope stays, and the guards that would have followed are missing.
    abort: (error) => app[STATE].loading.fail(error),
  };
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
