/** @module Scopes: the tree of plugins, and what each of them has added. */

import type { Handler, ParamCallback } from '../../types.ts';
import { registrationPlace } from '../registration/caller-place.ts';
import { IS_CONFINED, type Layer, type PlacedLayer } from '../registration/layer.ts';
import { type RouteHook, RoutePlace } from '../registration/route-place.ts';
import type { Stack } from '../registration/stack.ts';
import type { HookEntry } from './hook-list.ts';
import { type HookFunction, type HookName, hookLayer } from './hooks.ts';
import { Slot } from './slot.ts';

/** Options of a {@link ScopeNode} that is not the root. */
export interface ScopeOptions {
  readonly name: string;
  /** Added to the prefix of the parent; `undefined` when the scope has none of its own. */
  readonly prefix: string | undefined;
}

/** A scope: the application itself is the root, and each plugin that is not shared has one. */
export class ScopeNode {
  readonly parent: ScopeNode | undefined;
  /** The scopes from the root to this one. */
  readonly lineage: readonly ScopeNode[];
  readonly depth: number;
  readonly name: string;
  /** The whole prefix; `''` without one. */
  readonly prefix: string;
  /** Whether `register` gave the scope a prefix. */
  readonly hasOwnPrefix: boolean;
  readonly slot: Slot;
  /** Has the `onRoute` hooks. */
  readonly place: RoutePlace;
  readonly params: Map<string, ParamCallback[]> = new Map();
  readonly children: ScopeNode[] = [];
  /** The names of the plugins that this scope has loaded. */
  readonly plugins: Set<string> = new Set();
  /** The layer of `setErrorHandler`. */
  errorLayer: PlacedLayer | undefined;
  notFound: Handler | undefined;
  readonly #onChange: () => void;

  /** @param onChange - called after each change that a plan depends on */
  constructor(onChange: () => void, place: RoutePlace, parent?: ScopeNode, options?: ScopeOptions) {
    const { name = 'root', prefix } = options ?? {};
    this.parent = parent;
    this.place = place;
    this.lineage = [...(parent?.lineage ?? []), this];
    this.depth = this.lineage.length - 1;
    this.name = name;
    this.prefix = (parent?.prefix ?? '') + (prefix === '/' ? '' : (prefix ?? ''));
    this.hasOwnPrefix = prefix !== undefined;
    this.#onChange = onChange;
    this.slot = new Slot(onChange);
    parent?.children.push(this);
  }

  get stack(): Stack<PlacedLayer> {
    return this.slot.stack;
  }

  /** Makes a place for layers and hooks that a shared plugin registers later. */
  makeSlot(): Slot {
    return new Slot(this.#onChange);
  }

  /** Whether another scope is this one or inside it. */
  contains(other: ScopeNode): boolean {
    return other.lineage[this.depth] === this;
  }

  /** Adds a scope for a plugin. */
  addChild(options: ScopeOptions): ScopeNode {
    const place = new RoutePlace(false);
    place.putInside(this.place, '');
    return new ScopeNode(this.#onChange, place, this, options);
  }

  addHook(name: HookName, hook: HookFunction, slot: Slot = this.slot): void {
    if (name === 'onRoute') this.place.addHook(hook as RouteHook);
    const registeredAt = registrationPlace();
    slot.hooks.add({ name, hook, layer: hookLayer(hook), registeredAt });
    this.#onChange();
  }

  /** The functions of this scope for a hook, in order. */
  hooksOf(name: HookName): readonly HookFunction[] {
    return this.slot.hooks.of(name).map(({ hook }) => hook);
  }

  /** The same, with the layers of a chain. */
  hookEntriesOf(name: HookName): readonly HookEntry[] {
    return this.slot.hooks.of(name);
  }

  addParam(name: string, callback: ParamCallback): void {
    this.params.set(name, [...(this.params.get(name) ?? []), callback]);
    this.#onChange();
  }

  setErrorLayer(layer: PlacedLayer): void {
    this.errorLayer = layer;
    this.#onChange();
  }

  setNotFound(handler: Handler): void {
    this.notFound = handler;
    this.#onChange();
  }

  /** Removes the scope of a plugin that has failed: routes without the guards that would have followed must not respond. */
  discard(): void {
    const siblings = this.parent?.children ?? [];
    const at = siblings.indexOf(this);
    if (at !== -1) siblings.splice(at, 1);
    this.reset();
    this.stack.replace([]);
  }

  /** Removes everything that was added. The layers are removed by the owner of the stack. */
  reset(): void {
    this.params.clear();
    this.children.length = 0;
    this.plugins.clear();
    this.slot.hooks.clear();
    this.errorLayer = undefined;
    this.notFound = undefined;
  }

  /** The layers of this scope and of the scopes inside, each at the place of its `register` call. */
  flatten(): readonly PlacedLayer[] {
    const layers = this.slot.flatten();
    return this.errorLayer === undefined ? layers : [...layers, this.errorLayer];
  }

  /** Whether layers of this scope also run for paths that no route matches. */
  get ownsPaths(): boolean {
    return this.hasOwnPrefix || this.flatten().some(claimsPath);
  }

  /** This scope and all inside, in the order of registration. */
  all(): ScopeNode[] {
    return [this, ...this.children.flatMap((child) => child.all())];
  }
}

/** The scope that a layer belongs to. */
const OWNER: unique symbol = Symbol('owner');
/** Whether the path of a layer of `use` is part of the territory of its scope. */
const CLAIMS: unique symbol = Symbol('claims');

type MarkedLayer = Layer & {
  readonly [OWNER]?: ScopeNode;
  readonly [CLAIMS]?: boolean;
};

/**
 * Marks a layer as one of a scope. Layers without a mark belong to the root.
 *
 * @param claims - whether requests for its path that no route matches belong to the scope
 */
export function markLayer<Kind extends Layer>(layer: Kind, owner: ScopeNode, claims: boolean): Kind {
  Object.defineProperty(layer, OWNER, { value: owner });
  Object.defineProperty(layer, IS_CONFINED, { value: () => !claims && !owner.ownsPaths });
  return Object.defineProperty(layer, CLAIMS, { value: claims });
}

/** The scope of a layer; `undefined` for layers of the root. */
export function ownerOf(layer: MarkedLayer): ScopeNode | undefined {
  return layer[OWNER];
}

export function claimsPath(layer: MarkedLayer): boolean {
  return layer[CLAIMS] === true;
}
