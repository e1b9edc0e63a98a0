import type { Scope } from '../../types.ts';
import { PIPELINE, type Registry } from '../registration/registry.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';
import type { Slot } from '../scopes/slot.ts';
import type { StatefulApplication } from './application-state.ts';
import type { PluginLoader } from './plugin-loader.ts';

export const SCOPE: unique symbol = Symbol('scope');

/** The state of a scope. */
export interface ScopeState {
  readonly app: StatefulApplication;
  readonly node: ScopeNode;
  /** Loads the plugins that are registered in the scope. */
  loader: PluginLoader;
  /** Where layers and hooks are added: that of the node, or a place inside for a shared plugin. */
  slot: Slot;
}

/** An application or a scope, as its functions see it. */
export interface ScopeHost extends Scope {
  readonly [SCOPE]: ScopeState;
  readonly [PIPELINE]: Registry;
}
