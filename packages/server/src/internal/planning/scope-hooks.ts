import type { ChainFunction } from '../../types/application.ts';
import { HANDLER_HOOKS, type HookContext, type HookName } from '../scopes/hooks.ts';
import { type ResponseHookName, type ResponseHooks, responseHooksOf } from '../scopes/response-hooks.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';
import type { Instrument } from './instrument.ts';
import { BEFORE_ALL, type PlannedLayer, planForEveryPath } from './planned-chain.ts';

/** The hooks of each scope of a stack, including those of its enclosing scopes. */
export class ScopeHooks {
  /** Whether there are `onSend` hooks. */
  readonly sends: boolean;
  /** Whether there are `onResponse` hooks. */
  readonly responds: boolean;
  readonly #outside: HookContext | undefined;
  readonly #instrument: Instrument;
  readonly #requestHooks = new Map<ScopeNode, readonly PlannedLayer[]>();
  readonly #contexts = new Map<ScopeNode, HookContext | undefined>();
  readonly #responseHooks = new Map<ScopeNode, ResponseHooks | undefined>();

  /** @param outside - the hooks of the scope in which the router or the application is mounted */
  constructor(root: ScopeNode, outside: HookContext | undefined, instrument: Instrument) {
    this.#outside = outside;
    this.#instrument = instrument;
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
      const own = this.#layersOf(scope, 'onRequest').map((layer) =>
        planForEveryPath(layer, BEFORE_ALL, scope, context),
      );
      return scope.parent === undefined ? own : [...this.requestHooksOf(scope.parent), ...own];
    });
  }

  /** The response hooks of a scope; `undefined` if there are none. */
  responseHooksOf(scope: ScopeNode): ResponseHooks | undefined {
    return once(this.#responseHooks, scope, () =>
      responseHooksOf(scope, (hook, owner) => this.#instrument.observerOf(hook, owner)),
    );
  }

  /** The hooks before the handlers of a scope's routes; `undefined` if there are none. */
  contextOf(scope: ScopeNode): HookContext | undefined {
    return once(this.#contexts, scope, () => this.#makeContext(scope));
  }

  #layersOf(scope: ScopeNode, name: HookName): ChainFunction[] {
    return scope.hookEntriesOf(name).map((hook) => this.#instrument.hookOf(hook, scope));
  }

  #makeContext(scope: ScopeNode): HookContext | undefined {
    const outer = scope.parent === undefined ? this.#outside : this.contextOf(scope.parent);
    const onError = scope.hooksOf('onError');
    const own = HANDLER_HOOKS.map((name) => [name, this.#layersOf(scope, name)] as const);
    if (onError.length === 0 && own.every(([, layers]) => layers.length === 0)) return outer;
    const hooks = own.map(([name, layers]) => [name, [...(outer?.[name] ?? []), ...layers]]);
    return {
      ...(Object.fromEntries(hooks) as Omit<HookContext, 'observesErrors'>),
      observesErrors: onError.length > 0 || outer?.observesErrors === true,
    };
  }
}

/** The value of a key, created on first use. */
function once<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  if (!values.has(key)) values.set(key, make());
  return values.get(key) as Value;
}
