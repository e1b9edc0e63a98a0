import type { Matcher } from '@nextpress/router';
import type { ServerLayer } from '../../types.ts';
import { compilePrefix } from '../path/path-matcher.ts';
import type { PathRules } from '../path/path-rules.ts';
import { LAYER_PATH, type PlacedLayer } from '../registration/layer.ts';
import type { HookContext, HookName } from '../scopes/hooks.ts';
import { type ResponseHookName, type ResponseHooks, responseHooksOf } from '../scopes/response-hooks.ts';
import { claimsPath, ownerOf, type ScopeNode } from '../scopes/scope-node.ts';
import type { Instrument } from './instrument.ts';
import type { ParamCallbacks } from './param-callbacks.ts';
import { BEFORE_ALL, type OwnedLayer } from './planned-chain.ts';
import { START_RESPONSE_HOOKS } from './response-hook-layers.ts';
import { comparedPattern, Territory } from './territory.ts';

/** The part of the source of a plan that its scopes use. */
interface ScopeSource {
  readonly root: ScopeNode;
  readonly layers: readonly PlacedLayer[];
  readonly rules: PathRules;
  readonly params: ParamCallbacks;
}

/** The scopes of a stack, prepared for a plan. */
export class ScopePlan {
  /** Whether there are neither scopes nor hooks. */
  readonly isPlain: boolean;
  /** Whether there are `onSend` hooks. */
  readonly sends: boolean;
  /** Whether there are `onResponse` hooks. */
  readonly responds: boolean;
  readonly #root: ScopeNode;
  readonly #outside: HookContext | undefined;
  readonly #instrument: Instrument;
  /** All scopes except the root, in the order of registration. */
  readonly #inner: readonly ScopeNode[];
  readonly #territories = new Map<ScopeNode, Territory>();
  readonly #contexts = new Map<ScopeNode, HookContext | undefined>();
  readonly #params = new Map<ScopeNode, ParamCallbacks>();
  readonly #responseHooks = new Map<ScopeNode, ResponseHooks | undefined>();
  /** The first place after the layers of each scope. */
  readonly #ends = new Map<ScopeNode, number>();
  /** The prefixes of the routers, applications and file servers of each scope; `undefined` for every path. */
  readonly #mounts = new Map<ScopeNode, (Matcher | undefined)[]>();
  readonly #covered = new Map<string, readonly ScopeNode[]>();
  /** The scopes with a not-found handler, the longest prefix first; of equal ones the last. */
  readonly #notFound: readonly { readonly scope: ScopeNode; readonly prefix: Matcher | undefined }[];

  /** @param outside - the hooks of the scope in which the router or the application is mounted */
  constructor(
    { root, layers, rules, params }: ScopeSource,
    outside: HookContext | undefined,
    instrument: Instrument,
  ) {
    this.#root = root;
    this.#outside = outside;
    this.#instrument = instrument;
    this.#inner = root.children.length === 0 ? [] : root.all().slice(1);
    this.#params.set(root, instrument.paramsOf(params, root));
    this.sends = this.#hasHook('onSend');
    this.responds = this.#hasHook('onResponse');
    this.isPlain =
      this.#inner.length === 0 &&
      this.contextOf(root) === undefined &&
      root.hooksOf('onRequest').length === 0 &&
      this.responseHooksOf(root) === undefined;
    this.#notFound = [root, ...this.#inner]
      .filter(({ notFound }) => notFound !== undefined)
      .map((scope) => ({ scope, prefix: compilePrefix(scope.prefix, rules) }))
      .reverse()
      .sort((one, other) => other.scope.prefix.length - one.scope.prefix.length);
    for (const scope of this.#inner) this.#addTerritory(scope, rules);
    if (this.#inner.length > 0) for (const [place, layer] of layers.entries()) this.#addLayer(layer, place);
  }

  /** The first place after the layers of a scope; `undefined` for the root. */
  endOf(scope: ScopeNode): number | undefined {
    return this.#ends.get(scope);
  }

  /** The scopes that contain one of these, in the order of registration. */
  around(scopes: readonly ScopeNode[]): ScopeNode[] {
    if (this.#inner.length === 0) return [this.#root];
    const [only] = scopes;
    if (scopes.length === 1 && only !== undefined) return [...only.lineage];
    const around = new Set(scopes.flatMap(({ lineage }) => lineage));
    return [this.#root, ...this.#inner.filter((scope) => around.has(scope))];
  }

  /** Identifies some scopes in the key of a chain. */
  keyOf(scopes: readonly ScopeNode[]): string {
    return scopes.map((scope) => this.#inner.indexOf(scope)).join('.');
  }

  /** The scopes to which a path belongs when no route matches it. */
  territoriesOf(pathname: string): ScopeNode[] {
    return this.#inner.filter((scope) => this.#territories.get(scope)?.contains(pathname));
  }

  /**
   * The scopes whose layers run before a route of another scope when the path belongs to them, because the route matches more
   * paths than theirs: a catch-all must not hide what a scope serves or guards. The same scopes are the same array.
   */
  coveredBy(pattern: Matcher, owner: ScopeNode): readonly ScopeNode[] | undefined {
    const compared = comparedPattern(pattern);
    const covered = this.#inner.filter((scope) => {
      if (scope.contains(owner)) return false;
      const relation = this.#territories.get(scope)?.relationTo(compared);
      if (relation === 'never') return false;
      if (relation === 'sometimes') return true;
      return endsWithWildcard(pattern.pattern) && (owner.contains(scope) || !scope.hasOwnPrefix);
    });
    if (covered.length === 0) return undefined;
    const key = this.keyOf(covered);
    const known = this.#covered.get(key) ?? covered;
    this.#covered.set(key, known);
    return known;
  }

  /** Whether a scope has a not-found handler. */
  get hasNotFound(): boolean {
    return this.#notFound.length > 0;
  }

  /** The scope with a not-found handler that has the longest prefix of a path. */
  notFoundScope(pathname: string): ScopeNode | undefined {
    return this.#notFound.find(({ prefix }) => matches(prefix, pathname))?.scope;
  }

  /** Whether a router, an application or a file server of a scope may respond to a path. */
  mountsAt(scope: ScopeNode, pathname: string): boolean {
    return this.#mounts.get(scope)?.some((prefix) => matches(prefix, pathname)) === true;
  }

  /** The layers with which chains in some scopes begin: what the hooks of the response need, and the `onRequest` hooks. */
  requestHooks(scopes: readonly ScopeNode[]): OwnedLayer[] {
    const hooks = scopes.flatMap((owner) =>
      this.#hookLayersOf(owner, 'onRequest').map((layer) => ({ owner, layer })),
    );
    const hasResponseHooks = scopes.some((scope) => {
      const own = this.responseHooksOf(scope);
      return own !== undefined && own.onSend.length + own.onResponse.length > 0;
    });
    if (hasResponseHooks) hooks.unshift({ owner: this.#root, layer: START_RESPONSE_HOOKS });
    return hooks.map((hook) => ({
      ...hook,
      place: BEFORE_ALL,
      step: undefined,
      isRoute: false,
      context: this.contextOf(hook.owner),
    }));
  }

  /** The hooks of the response in a scope; `undefined` without any. */
  responseHooksOf(scope: ScopeNode): ResponseHooks | undefined {
    if (!this.#responseHooks.has(scope)) {
      const hooks = responseHooksOf(scope, (hook, owner) => this.#instrument.observerOf(hook, owner));
      this.#responseHooks.set(scope, hooks);
    }
    return this.#responseHooks.get(scope);
  }

  /** The hooks before the handlers of routes in a scope; `undefined` without any. */
  contextOf(scope: ScopeNode): HookContext | undefined {
    if (!this.#contexts.has(scope)) this.#contexts.set(scope, this.#makeContext(scope));
    return this.#contexts.get(scope);
  }

  /** The param callbacks of a scope, after those of the scopes around it. */
  paramsOf(scope: ScopeNode): ParamCallbacks {
    const known = this.#params.get(scope);
    if (known !== undefined) return known;
    const outer = this.paramsOf(scope.parent ?? this.#root);
    const merged = new Map(outer);
    for (const [name, callbacks] of this.#instrument.paramsOf(scope.params, scope)) {
      merged.set(name, [...(outer.get(name) ?? []), ...callbacks]);
    }
    const params = scope.params.size === 0 ? outer : merged;
    this.#params.set(scope, params);
    return params;
  }

  #hookLayersOf(scope: ScopeNode, name: HookName): ServerLayer[] {
    return scope.hookEntriesOf(name).map((hook) => this.#instrument.hookOf(hook, scope));
  }

  #hasHook(name: ResponseHookName): boolean {
    return [this.#root, ...this.#inner].some((scope) => scope.hooksOf(name).length > 0);
  }

  #makeContext(scope: ScopeNode): HookContext | undefined {
    const outer = scope.parent === undefined ? this.#outside : this.contextOf(scope.parent);
    const preValidation = this.#hookLayersOf(scope, 'preValidation');
    const preHandler = this.#hookLayersOf(scope, 'preHandler');
    const onError = scope.hooksOf('onError');
    if (preValidation.length + preHandler.length + onError.length === 0) return outer;
    return {
      observesErrors: onError.length > 0 || outer?.observesErrors === true,
      preValidation: [...(outer?.preValidation ?? []), ...preValidation],
      preHandler: [...(outer?.preHandler ?? []), ...preHandler],
    };
  }

  #addTerritory(scope: ScopeNode, rules: PathRules): void {
    const territory = new Territory();
    if (scope.hasOwnPrefix) territory.add(compilePrefix(scope.prefix, rules));
    this.#territories.set(scope, territory);
  }

  #addLayer(layer: PlacedLayer, place: number): void {
    for (const scope of ownerOf(layer)?.lineage.slice(1) ?? []) this.#ends.set(scope, place + 1);
    this.#claim(layer);
  }

  /** Adds the path of a layer to the territories of its scope and of the scopes around it, up to one with a prefix. */
  #claim(layer: PlacedLayer): void {
    if (!claimsPath(layer)) return;
    const { matcher: prefix } = layer[LAYER_PATH];
    let scope = ownerOf(layer);
    if (scope !== undefined) this.#mounts.set(scope, [...(this.#mounts.get(scope) ?? []), prefix]);
    for (; scope?.parent !== undefined && !scope.hasOwnPrefix; scope = scope.parent) {
      this.#territories.get(scope)?.add(prefix);
    }
  }
}

/** Whether a path has a prefix; every path has `undefined`. */
function matches(prefix: Matcher | undefined, pathname: string): boolean {
  return prefix === undefined || prefix.match(pathname) !== undefined;
}

function endsWithWildcard(pattern: string): boolean {
  return /\*\w*\}?$/.test(pattern);
}
