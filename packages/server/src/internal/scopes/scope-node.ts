/** @module The tree of scopes: one for each plugin, with what it has added. */

import type { ParamCallback } from '../../types/application.ts';
import type { Handler } from '../../types/declared-handlers.ts';
import { registrationSite } from '../registration/call-site.ts';
import type { Layer, StackLayer } from '../registration/layer.ts';
import { type RouteHook, RouteHooks } from '../registration/route-hooks.ts';
import { insertBefore } from '../registration/stack.ts';
import { type HookEntry, type HookFunction, type HookName, hookLayer } from './hooks.ts';

/** Options of a {@link ScopeNode} that is not the root. */
export interface ScopeOptions {
  readonly name: string;
  /** Added to the parent's prefix; `undefined` if the scope has none of its own. */
  readonly prefix: string | undefined;
}

/** A scope: the application itself is the root, and each plugin that is not shared has one. */
export class ScopeNode {
  readonly parent: ScopeNode | undefined;
  /** The scopes from the root to this one. */
  readonly lineage: readonly ScopeNode[];
  readonly depth: number;
  readonly name: string;
  /** The full prefix; `''` without one. */
  readonly prefix: string;
  /** Whether `register` gave the scope a prefix. */
  readonly hasOwnPrefix: boolean;
  /** Holds the `onRoute` hooks. */
  readonly routeHooks: RouteHooks;
  readonly params: Map<string, ParamCallback[]> = new Map();
  readonly children: ScopeNode[] = [];
  /** The names of the plugins that this scope has loaded. */
  readonly plugins: Set<string> = new Set();
  /** The layer of `setErrorHandler`. */
  errorLayer: StackLayer | undefined;
  notFound: Handler | undefined;
  /** In order, with the marks of registrars. */
  readonly #hooks: (HookEntry | StackLayer)[] = [];
  readonly #onChange: () => void;

  /** @param onChange - called after each change that a plan depends on */
  constructor(onChange: () => void, routeHooks: RouteHooks, parent?: ScopeNode, options?: ScopeOptions) {
    const { name = 'root', prefix } = options ?? {};
    this.parent = parent;
    this.routeHooks = routeHooks;
    this.lineage = [...(parent?.lineage ?? []), this];
    this.depth = this.lineage.length - 1;
    this.name = name;
    this.prefix = (parent?.prefix ?? '') + (prefix === '/' ? '' : (prefix ?? ''));
    this.hasOwnPrefix = prefix !== undefined;
    this.#onChange = onChange;
    parent?.children.push(this);
  }

  /** Whether another scope is this one or inside it. */
  contains(other: ScopeNode): boolean {
    return other.lineage[this.depth] === this;
  }

  /** Adds a scope for a plugin. */
  addChild(options: ScopeOptions): ScopeNode {
    const routeHooks = new RouteHooks(false);
    routeHooks.mountIn(this.routeHooks, '');
    return new ScopeNode(this.#onChange, routeHooks, this, options);
  }

  /** @param mark - the hook is added before it */
  addHook(name: HookName, hook: HookFunction, mark?: StackLayer): void {
    if (name === 'onRoute') this.routeHooks.addHook(hook as RouteHook);
    const registeredAt = registrationSite();
    insertBefore(this.#hooks, { name, hook, layer: hookLayer(hook), registeredAt }, mark);
    this.#onChange();
  }

  /** Reserves a position for the hooks of a plugin that adds some later. */
  reserveHooks(mark: StackLayer, before?: StackLayer): void {
    insertBefore(this.#hooks, mark, before);
  }

  /** The functions of this scope for a hook, in order. */
  hooksOf(name: HookName): readonly HookFunction[] {
    return this.hookEntriesOf(name).map(({ hook }) => hook);
  }

  /** The same, with the layers of a chain. */
  hookEntriesOf(name: HookName): readonly HookEntry[] {
    return this.#hooks.filter((item): item is HookEntry => 'hook' in item && item.name === name);
  }

  /** Whether there are param callbacks, here or in an enclosing scope. */
  get hasParams(): boolean {
    return this.lineage.some(({ params }) => params.size > 0);
  }

  addParam(name: string, callback: ParamCallback): void {
    const callbacks = this.params.get(name);
    // In place: a callback may add another one to the list that is being called.
    if (callbacks === undefined) this.params.set(name, [callback]);
    else callbacks.push(callback);
    this.#onChange();
  }

  setErrorLayer(layer: StackLayer): void {
    this.errorLayer = layer;
    this.#onChange();
  }

  setNotFound(handler: Handler): void {
    this.notFound = handler;
    this.#onChange();
  }

  /** Removes the scope from the tree. */
  discard(): void {
    const siblings = this.parent?.children ?? [];
    const at = siblings.indexOf(this);
    if (at !== -1) siblings.splice(at, 1);
    this.reset();
    this.#onChange();
  }

  /** Removes everything except layers, which are in the application's stack. */
  reset(): void {
    this.params.clear();
    this.children.length = 0;
    this.plugins.clear();
    this.#hooks.length = 0;
    this.errorLayer = undefined;
    this.notFound = undefined;
  }

  /** This scope and all nested ones, in registration order. */
  all(): ScopeNode[] {
    return [this, ...this.children.flatMap((child) => child.all())];
  }
}

/** The scope that a layer belongs to. */
const OWNER: unique symbol = Symbol('owner');
/** Whether requests that match no route but the path of a `use` layer belong to the layer's scope. */
const CLAIMS: unique symbol = Symbol('claims');

/**
 * Marks a layer as one of a scope. Layers without a mark belong to the root.
 *
 * @param claims - whether requests for its path that no route matches belong to the scope
 */
export function markLayer<Kind extends Layer>(layer: Kind, owner: ScopeNode, claims: boolean): Kind {
  return Object.defineProperties(layer, { [OWNER]: { value: owner }, [CLAIMS]: { value: claims } });
}

/** The scope of a layer; `undefined` for layers of the root. */
export function ownerOf(layer: Layer & { readonly [OWNER]?: ScopeNode }): ScopeNode | undefined {
  return layer[OWNER];
}

export function claimsPath(layer: Layer & { readonly [CLAIMS]?: boolean }): boolean {
  return layer[CLAIMS] === true;
}
