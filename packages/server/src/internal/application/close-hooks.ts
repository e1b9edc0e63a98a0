import type { Application } from '../../types.ts';
import type { HookFunction } from '../scopes/hooks.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';

type CloseHook = (app: Application) => unknown;

/** Applications whose hooks have run. */
const closed = new WeakSet<Application>();

/**
 * Runs the `onClose` hooks once, one after the other: inner scopes first, and what was registered last first. An error does not
 * keep the other hooks from running.
 *
 * @throws the first error of a hook
 */
export async function runCloseHooks(app: Application, root: ScopeNode): Promise<void> {
  if (closed.has(app)) return;
  closed.add(app);
  const errors: unknown[] = [];
  for (const hook of closeHooks(root) as CloseHook[]) {
    try {
      await hook(app);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

function closeHooks(scope: ScopeNode): HookFunction[] {
  const inner = [...scope.children].reverse().flatMap(closeHooks);
  return [...inner, ...[...scope.hooksOf('onClose')].reverse()];
}
