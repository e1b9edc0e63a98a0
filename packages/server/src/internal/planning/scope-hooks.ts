import type { ServerLayer } from '../../types.ts';
import type { HookContext, HookName } from '../scopes/hooks.ts';
import { type ResponseHookName, type ResponseHooks, responseHooksOf } from '../scopes/response-hooks.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';
import type { Instrument } from './instrument.ts';
import type { ParamCallbacks } from './param-callbacks.ts';
import { BEFORE_ALL, type PlannedLayer } from './planned-chain.ts';

/** The hooks and the param callbacks of the scopes of a stack, each with those of the scopes around it. */
export class ScopeHooks {
  /** Whether there are `onSend` hooks. */
  readonly sends: boolean;
  /** Whether there are `onResponse` hooks. */
  readonly responds: boolean;
  readonly #outside: HookContext | undefined;
  readonly #instrument: Instrument;
  readonly #requestHooks = new Map<ScopeNode, readonly PlannedLayer[]>();
  readonly #contexts = new Map<ScopeNode, HookContext | undefined>();
  readonly #params = new Map<ScopeNode, ParamCallbacks>();
  readonly #responseHooks = new Map<ScopeNode, ResponseHooks | undefined>();

  /** @param outside - the hooks of the scope in which the router or the application is mounted */
  constructor(
    root: ScopeNode,
    params: ParamCallbacks,
    outside: HookContext | undefined,
    instrument: Instrument,
  ) {
    this.#outside = outside;
    this.#instrument = instrument;
    this.#params.set(root, instrument.paramsOf(params, root));
    const scopes = root.all();
    const hasHook = (name: ResponseHookName): boolean =>
      scopes.some((scope) => scope.hooksOf(name).length > 0);
    this.sends = hasHook('onSend');
    this.responds = hasHook('onResponse');
  }

  /** The `onRequest` hooks of the requests of a scope. */
  requestHooksOf(scope: ScopeNode): readonly PlannedLayer[] {
    return once(this.#requestHooks, scope, () => {
      const context = this.contextOf(scope);
      const own = this.#layersOf(scope, 'onRequest').map((layer) => {
        return { place: BEFORE_ALL, layer, step: undefined, owner: scope, context };
      });
      return scope.parent === undefined ? own : [...this.requestHooksOf(scope.parent), ...own];
    });
  }

  /** The hooks of the response in a scope; `undefined` without any. */
  responseHooksOf(scope: ScopeNode): ResponseHooks | undefined {
    return once(this.#responseHooks, scope, () =>
      responseHooksOf(scope, (hook, owner) => this.#instrument.observerOf(hook, owner)),
    );
  }

  /** The hooks before the handlers of routes in a scope; `undefined` without any. */
  contextOf(scope: ScopeNode): HookContext | undefined {
    return once(this.#contexts, scope, () => this.#makeContext(scope));
  }

  /** The param callbacks of a scope, after those of the scopes around it. */
  paramsOf(scope: ScopeNode): ParamCallbacks {
    return once(this.#params, scope, () => {
      const outer = this.paramsOf(scope.parent as ScopeNode);
      if (scope.params.size === 0) return outer;
      const merged = new Map(outer);
      for (const [name, callbacks] of this.#instrument.paramsOf(scope.params, scope)) {
        merged.set(name, [...(outer.get(name) ?? []), ...callbacks]);
      }
      return merged;
    });
  }

  #layersOf(scope: ScopeNode, name: HookName): ServerLayer[] {
    return scope.hookEntriesOf(name).map((hook) => this.#instrument.hookOf(hook, scope));
  }

  #makeContext(scope: ScopeNode): HookContext | undefined {
    const outer = scope.parent === undefined ? this.#outside : this.contextOf(scope.parent);
    const preValidation = this.#layersOf(scope, 'preValidation');
    const preHandler = this.#layersOf(scope, 'preHandler');
    const onError = scope.hooksOf('onError');
    if (preValidation.length + preHandler.length + onError.length === 0) return outer;
    return {
      observesErrors: onError.length > 0 || outer?.observesErrors === true,
      preValidation: [...(outer?.preValidation ?? []), ...preValidation],
      preHandler: [...(outer?.preHandler ?? []), ...preHandler],
    };
  }
}

/** The value of a key, made when it is first needed. */
function once<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  if (!values.has(key)) values.set(key, make());
  return values.get(key) as Value;
}
