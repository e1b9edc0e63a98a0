import type { Application } from '../../types.ts';
import type { HookFunction } from '../scopes/hooks.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';

type CloseHook = (app: Application) => unknown;
type CloseHookName = 'preClose' | 'onClose';

/**
 * Runs the hooks of a name, one after the other: inner scopes first, and what was registered last first. An error does not
 * keep the other hooks from running.
 *
 * @throws the first error of a hook
 */
export async function runCloseHooks(name: CloseHookName, app: Application, root: ScopeNode): Promise<void> {
  const errors: unknown[] = [];
  for (const hook of closeHooks(name, root) as CloseHook[]) {
    try {
      await hook(app);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

function closeHooks(name: CloseHookName, scope: ScopeNode): HookFunction[] {
  const inner = [...scope.children].reverse().flatMap((child) => closeHooks(name, child));
  return [...inner, ...[...scope.hooksOf(name)].reverse()];
}
