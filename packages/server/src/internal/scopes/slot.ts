/** @module Where a registration goes: routers, and the objects that plugins get, carry a slot. */

import type { NextFunction, ParamCallback, Request, Response } from '../../types/application.ts';
import type { PathRules } from '../path/path-rules.ts';
import type { PlacedLayer } from '../registration/layer.ts';
import { middlewareLayer } from '../registration/make-layer.ts';
import { PLACEHOLDER } from '../registration/placeholder.ts';
import type { RegistrationSlot } from '../registration/registry.ts';
import type { RoutePlace } from '../registration/route-place.ts';
import type { HookFunction, HookName } from './hooks.ts';
import { markLayer, ownerOf, type ScopeNode, type ScopeOptions } from './scope-node.ts';

/** The stack of an application or a router. */
interface SlotStack {
  readonly root: ScopeNode;
  readonly rules: PathRules;
  readonly layers: readonly PlacedLayer[];
  /** Adds a layer before another one, or at the end. Returns it as the stack contains it. */
  append(layer: PlacedLayer, before?: PlacedLayer): PlacedLayer;
  remove(isRemoved: (layer: PlacedLayer) => boolean): void;
}

/** A scope, and a place in the stack of its application. */
export class Slot implements RegistrationSlot {
  readonly node: ScopeNode;
  readonly #stack: SlotStack;
  /** Marks the end of the slot: what is added goes before it. `undefined` for the end of the stack. */
  readonly #end: PlacedLayer | undefined;

  constructor(stack: SlotStack, node: ScopeNode = stack.root, end?: PlacedLayer) {
    this.#stack = stack;
    this.node = node;
    this.#end = end;
  }

  get rules(): PathRules {
    return this.#stack.rules;
  }

  get prefix(): string {
    return this.node.prefix;
  }

  get place(): RoutePlace {
    return this.node.place;
  }

  /** The layers of the scope and of the scopes inside. */
  get layers(): readonly PlacedLayer[] {
    return this.#stack.layers.filter((layer) => this.#contains(layer));
  }

  append(layer: PlacedLayer, claims = false): void {
    this.#stack.append(this.#own(layer, claims), this.#end);
  }

  addParam(name: string, callback: ParamCallback): void {
    this.node.addParam(name, callback);
  }

  addHook(name: HookName, hook: HookFunction): void {
    this.node.addHook(name, hook, this.#end);
  }

  /** Sets the layer of `setErrorHandler`, which comes after all other layers of the scope. */
  setErrorLayer(layer: PlacedLayer): void {
    this.node.setErrorLayer(this.#own(layer, false));
  }

  /** Adds a scope for a plugin: its layers keep the place of this call. */
  addScope(options: ScopeOptions): Slot {
    const child = this.node.addChild(options);
    return new Slot(this.#stack, child, this.#addMark(options.name, child, child));
  }

  /** Keeps this place for a plugin that adds more to the scope later. */
  reserve(name: string): Slot {
    const end = this.#addMark(name, this.node);
    this.node.reserveHooks(end, this.#end);
    return new Slot(this.#stack, this.node, end);
  }

  /** Removes the scope of a plugin that has failed: routes without the guards that would have followed must not respond. */
  discard(): void {
    this.#stack.remove((layer) => this.#contains(layer));
    this.node.discard();
  }

  #contains(layer: PlacedLayer): boolean {
    return this.node.contains(ownerOf(layer) ?? this.#stack.root);
  }

  #own(layer: PlacedLayer, claims: boolean, node: ScopeNode = this.node): PlacedLayer {
    return node === this.#stack.root ? layer : markLayer(layer, node, claims);
  }

  /** The mark only runs when the application moves it to another stack. */
  #addMark(name: string, node: ScopeNode, scope?: ScopeNode): PlacedLayer {
    const pass = (_req: Request, _res: Response, next: NextFunction): void => next();
    Object.defineProperty(pass, 'name', { value: name });
    const mark = this.#own(middlewareLayer('/', pass, this.rules), false, node);
    return this.#stack.append(Object.defineProperty(mark, END_OF, { value: scope }), this.#end);
  }
}

/** The scope whose end a layer marks; `undefined` for the end of the slot of a shared plugin. */
const END_OF: unique symbol = Symbol('endOf');

/**
 * The layers of a stack that requests run. Marks are not among them, and neither are layers that were added to a scope after it had been
 * removed.
 */
export function activeLayers(root: ScopeNode, stack: readonly PlacedLayer[]): PlacedLayer[] {
  const scopes = new Set(root.all());
  const layers = stack.flatMap((layer: PlacedLayer & { readonly [END_OF]?: ScopeNode | undefined }) => {
    if (!scopes.has(ownerOf(layer) ?? root) || PLACEHOLDER in layer.handle) return [];
    return END_OF in layer ? (layer[END_OF]?.errorLayer ?? []) : [layer];
  });
  return root.errorLayer === undefined ? layers : [...layers, root.errorLayer];
}
