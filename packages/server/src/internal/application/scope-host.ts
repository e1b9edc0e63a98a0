import type { Scope } from '../../types.ts';
import { PIPELINE, type Registry } from '../registration/registry.ts';
import { currentCall, findCall, type PluginCall } from '../scopes/plugin-call.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';
import type { StatefulApplication } from './application-state.ts';
import type { PluginLoader } from './plugin-loader.ts';

export const SCOPE: unique symbol = Symbol('scope');

/** The state of a scope. */
export interface ScopeState {
  readonly app: StatefulApplication;
  readonly node: ScopeNode;
  /** Loads the plugins that are registered in the scope. */
  readonly loader: PluginLoader;
}

/** An application or a scope, as its functions see it. */
export interface ScopeHost extends Scope {
  readonly [SCOPE]: ScopeState;
  readonly [PIPELINE]: Registry;
}

/** A call of a plugin with its loaders. */
export interface LoadingCall extends PluginCall {
  readonly name: string;
  /** Loads the plugins that the plugin registers in its scope. */
  readonly loader: PluginLoader;
  /** The loader that is waiting for the plugin. */
  readonly waiter: PluginLoader;
}

/** Loads the plugins that are registered now: those of the shared plugin that is running, or those of the scope. */
export function loaderOf({ [SCOPE]: { node, loader } }: ScopeHost): PluginLoader {
  const call = currentCall(node) as LoadingCall | undefined;
  return call === undefined ? loader : call.loader;
}

/**
 * Refuses to wait for a loader that is waiting for the caller.
 *
 * @throws Error when an asynchronous plugin calls `ready()` of a scope around it
 */
export async function checkNotWaiting(loader: PluginLoader): Promise<void> {
  const call = findCall((each) => (each as LoadingCall).waiter === loader) as LoadingCall | undefined;
  if (call === undefined) return;
  // A plugin that is not asynchronous has returned then.
  await undefined;
  if (call.isOver) return;
  throw new Error(
    `Invalid call of ready() in plugin "${call.name}": expected ready() of its own scope, got that of a scope around it, which waits for this plugin`,
  );
}
