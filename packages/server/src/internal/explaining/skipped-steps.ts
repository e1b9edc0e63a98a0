/** @module Cold: the reasons why functions do not run for a request. */

import type { ExplainedStep, SkippedStep, SkipReason } from '../../types/inspecting.ts';
import { LAYER_PATH, type StackLayer } from '../registration/layer.ts';
import { ALL } from '../registration/methods.ts';
import { isRouteLayer } from '../registration/route-layer.ts';
import { HANDLER_HOOKS, type HookName } from '../scopes/hooks.ts';
import { ownerOf, type ScopeNode } from '../scopes/scope-node.ts';
import { describeHook, describeLayer, nameOf, scopeName } from './describe-step.ts';
import type { DryRegistry } from './recording.ts';

type Reason = readonly [reason: SkipReason, detail: string];

/** The hooks that run before handlers. */
const REQUEST_HOOKS: readonly HookName[] = ['onRequest', ...HANDLER_HOOKS];

/** The functions that an explained request did not run in a stack that it entered, in registration order. */
export function skippedIn(dry: DryRegistry, method: string): SkippedStep[] {
  const scopes = dry.visit.origin.root.all();
  return [
    ...scopes.flatMap((scope) => skippedHooks(dry, scope)),
    ...scopes.flatMap((scope) => skippedParams(dry, scope)),
    ...skippedLayers(dry, method),
  ];
}

function skippedLayers(dry: DryRegistry, method: string): SkippedStep[] {
  return dry.layers.flatMap((layer) => {
    if (dry.ran.has(layer.route ?? layer)) return [];
    const [reason, detail] = reasonOf(layer, dry, method);
    return [{ ...describeLayer(layer, dry.visit), reason, detail }];
  });
}

function reasonOf(layer: StackLayer, { visit: { pathname } }: DryRegistry, method: string): Reason {
  const { handle, [LAYER_PATH]: path } = layer;
  if (handle.length > 4) return ['error', `has ${handle.length} parameters and never runs`];
  if (path.matcher !== undefined && path.matcher.match(pathname) === undefined) {
    return ['path', `does not match ${pathname}`];
  }
  if (isRouteLayer(layer)) {
    const methods = layer.route.groups().flatMap((group) => group.methods);
    if (!methods.includes(method) && !methods.includes(ALL))
      return ['method', `handles ${methods.join(', ')}`];
  } else if (handle.length === 4) return ['error', 'handles errors only'];
  const owner = ownerOf(layer);
  if (owner?.parent !== undefined) return ['scope', `applies to the routes of the plugin "${owner.name}"`];
  return ['error', 'is not an error handler, and there is an error'];
}

function skippedHooks(dry: DryRegistry, scope: ScopeNode): SkippedStep[] {
  return REQUEST_HOOKS.flatMap((name) => scope.hookEntriesOf(name)).flatMap((hook) => {
    if (dry.ran.has(hook)) return [];
    const [reason, detail] = reasonOfHook(hook.name, scope);
    return [{ ...describeHook(hook, scope, dry.visit), reason, detail }];
  });
}

function reasonOfHook(name: HookName, scope: ScopeNode): Reason {
  if (scope.parent !== undefined) return ['scope', `applies to the routes of the plugin "${scope.name}"`];
  if (name === 'onRequest') return ['error', 'the request fails before it'];
  return ['no route', 'runs before the handlers of routes'];
}

function skippedParams(dry: DryRegistry, scope: ScopeNode): SkippedStep[] {
  const { depth } = dry.visit;
  return [...scope.params].flatMap(([name, callbacks]) =>
    callbacks
      .filter((callback) => !dry.ran.has(callback))
      .map((callback) => {
        const step: ExplainedStep = {
          kind: 'param',
          name: nameOf(callback),
          path: `:${name}`,
          methods: [],
          scope: scopeName(scope),
          depth,
          registeredAt: undefined,
        };
        return { ...step, reason: 'path' as const, detail: `no path that matches captures :${name}` };
      }),
  );
}
