/**
 * @module Adds registrations to a stack. Each router, and each object passed to a plugin, has a registrar.
 */

import type { NextFunction, ParamCallback, Request, Response } from '../../types/application.ts';
import type { PathRules } from '../path/path-matcher.ts';
import type { StackLayer } from '../registration/layer.ts';
import { middlewareLayer } from '../registration/make-layer.ts';
import type { Registrar } from '../registration/registry.ts';
import { PLACEHOLDER } from '../registration/registry.ts';
import type { RouteHooks } from '../registration/route-hooks.ts';
import type { HookFunction, HookName } from './hooks.ts';
import { markLayer, ownerOf, type ScopeNode, type ScopeOptions } from './scope-node.ts';

/** The stack of an application or a router. */
interface RegistrarStack {
  readonly root: ScopeNode;
  readonly rules: PathRules;
  readonly layers: readonly StackLayer[];
  /** Adds a layer before another one, or at the end. Returns it as the stack contains it. */
  append(layer: StackLayer, before?: StackLayer): StackLayer;
  remove(isRemoved: (layer: StackLayer) => boolean): void;
}

/** Adds what is registered in a scope to the stack of its application. */
export class ScopeRegistrar implements Registrar {
  readonly node: ScopeNode;
  readonly #stack: RegistrarStack;
  /** A mark in the stack: layers are inserted before it. `undefined` for the end of the stack. */
  readonly #end: StackLayer | undefined;

  constructor(stack: RegistrarStack, node: ScopeNode = stack.root, end?: StackLayer) {
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

  get routeHooks(): RouteHooks {
    return this.node.routeHooks;
  }

  /** The layers of the scope and its nested scopes. */
  get layers(): readonly StackLayer[] {
    return this.#stack.layers.filter((layer) => this.#contains(layer));
  }

  append(layer: StackLayer, claims = false): void {
    this.#stack.append(this.#own(layer, claims), this.#end);
  }

  addParam(name: string, callback: ParamCallback): void {
    this.node.addParam(name, callback);
  }

  addHook(name: HookName, hook: HookFunction): void {
    this.node.addHook(name, hook, this.#end);
  }

  /** Sets the layer of `setErrorHandler`, which comes after all other layers of the scope. */
  setErrorLayer(layer: StackLayer): void {
    this.node.setErrorLayer(this.#own(layer, false));
  }

  /** Adds a scope for a plugin. Its layers keep the position of this call. */
  addScope(options: ScopeOptions): ScopeRegistrar {
    const child = this.node.addChild(options);
    return new ScopeRegistrar(this.#stack, child, this.#addMark(options.name, child, child));
  }

  /** Reserves this position for a plugin that adds more to the scope later. */
  reserve(name: string): ScopeRegistrar {
    const end = this.#addMark(name, this.node);
    this.node.reserveHooks(end, this.#end);
    return new ScopeRegistrar(this.#stack, this.node, end);
  }

  /** Removes the scope of a plugin that has failed: routes without the guards that would have followed must not respond. */
  discard(): void {
    this.#stack.remove((layer) => this.#contains(layer));
    this.node.discard();
  }

  #contains(layer: StackLayer): boolean {
    return this.node.contains(ownerOf(layer) ?? this.#stack.root);
  }

  #own(layer: StackLayer, claims: boolean, node: ScopeNode = this.node): StackLayer {
    return node === this.#stack.root ? layer : markLayer(layer, node, claims);
  }

  /** The mark only runs when the application moves it to another stack. */
  #addMark(name: string, node: ScopeNode, scope?: ScopeNode): StackLayer {
    const pass = (_req: Request, _res: Response, next: NextFunction): void => next();
    Object.defineProperty(pass, 'name', { value: name });
    const mark = this.#own(middlewareLayer('/', pass, this.rules), false, node);
    return this.#stack.append(Object.defineProperty(mark, END_OF, { value: scope }), this.#end);
  }
}

/** The scope whose end a layer marks; `undefined` for a shared plugin. */
const END_OF: unique symbol = Symbol('endOf');

/**
 * The layers of a stack that requests run. Marks are not among them, and neither are layers that were added to a scope after it had been
 * removed.
 */
export function activeLayers(root: ScopeNode, stack: readonly StackLayer[]): StackLayer[] {
  const scopes = new Set(root.all());
  const layers = stack.flatMap((layer: StackLayer & { readonly [END_OF]?: ScopeNode | undefined }) => {
    if (!scopes.has(ownerOf(layer) ?? root) || PLACEHOLDER in layer.handle) return [];
    return END_OF in layer ? (layer[END_OF]?.errorLayer ?? []) : [layer];
  });
  return root.errorLayer === undefined ? layers : [...layers, root.errorLayer];
}
