import type { CloseHook, CloseHookName } from '@nextpress/lifecycle';
import type { Application } from '../../types/application.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';

/** The hooks of a scope and of those inside: inner scopes first, and what was registered last first. */
export function closeHooks(name: CloseHookName, scope: ScopeNode, app: Application): CloseHook[] {
  const inner = [...scope.children].reverse().flatMap((child) => closeHooks(name, child, app));
  const own = [...scope.hooksOf(name)].reverse().map((hook) => {
    const call = (): unknown => (hook as (app: Application) => unknown)(app);
    return Object.defineProperty(call, 'name', { value: hook.name });
  });
  return [...inner, ...own];
}
