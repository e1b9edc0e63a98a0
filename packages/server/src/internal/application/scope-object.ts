import type { ParamCallback } from '../../types/application.ts';
import { define } from '../registration/define.ts';
import { defineRegistration } from '../registration/registration.ts';
import { REGISTRAR } from '../registration/registry.ts';
import { SCOPE, type ScopeHost, type ScopeState } from './application-state.ts';
import { useFunctions } from './mount-application.ts';
import { defineScoping } from './scope-functions.ts';

/** The prototype of all scopes except applications. */
export const scopePrototype: object = {};
defineRegistration(scopePrototype);
defineScoping(scopePrototype);
Object.defineProperty(scopePrototype, REGISTRAR, {
  get(this: ScopeHost) {
    return this[SCOPE].registrar;
  },
});

const { param, use } = scopePrototype as {
  param(name: string, callback: ParamCallback): unknown;
  use(...args: unknown[]): unknown;
};

const MEMBERS = {
  use(this: ScopeHost, ...args: unknown[]): ScopeHost {
    useFunctions(this, args, (path, handle, hasPath) => use.apply(this, hasPath ? [path, handle] : [handle]));
    return this;
  },
  param(this: ScopeHost, names: string | readonly string[], callback: ParamCallback): ScopeHost {
    for (const name of [names].flat() as string[]) param.call(this, name, callback);
    return this;
  },
};
for (const [name, method] of Object.entries(MEMBERS)) define(scopePrototype, name, method);

/** Creates the object for a plugin with a scope of its own. */
export function makeScope(outer: ScopeHost, state: ScopeState): ScopeHost {
  const { name, prefix } = state.registrar.node;
  return Object.create(scopePrototype, {
    [SCOPE]: { value: state, configurable: true },
    name: { value: name, enumerable: true },
    prefix: { value: prefix, enumerable: true },
    parent: { value: outer, enumerable: true },
    locals: { value: Object.create(outer.locals), writable: true, enumerable: true },
  });
}
