import { ROUTES } from '@nextpress-internal/internals/keys';
import type { ChainFunction, NextFunction, Request, Response } from '../../types/application.ts';
import type { Path } from '../../types/values.ts';
import { restoreBefore } from '../messages/message-prototypes.ts';
import { withPrefix } from '../path/join-paths.ts';
import { define } from '../registration/define.ts';
import { readUse } from '../registration/registration.ts';
import { MOUNTED, REGISTRY } from '../registration/registry.ts';
import { SCOPE, type ScopeHost, STATE, type StatefulApplication } from './application-state.ts';
import { inheritPrototypes } from './extended-prototypes.ts';

/**
 * Implements `use` of applications and scopes: mounts applications, and registers all functions as middleware.
 *
 * @param register - registers middleware, as `use` of a router does
 */
export function useFunctions(
  { prefix, [SCOPE]: { app } }: ScopeHost,
  args: readonly unknown[],
  register: (path: Path, handle: ChainFunction, hasPath: boolean) => void,
): void {
  const { path, hasPath, handles } = readUse(args);
  for (const handle of handles) {
    if (isApplication(handle)) {
      const inner = handle as unknown as StatefulApplication;
      mountApplication(app, withPrefix(prefix, path), inner, (mounted) => register(path, mounted, hasPath));
    } else register(path, handle, hasPath);
  }
}

/**
 * Mounts an application, possibly one of Express or of another copy of this package. As in Express, `mount` listeners see the
 * inherited settings and prototypes.
 *
 * @param register - registers the application as middleware
 */
function mountApplication(
  outer: StatefulApplication,
  path: Path,
  inner: StatefulApplication,
  register: (handle: ChainFunction) => void,
): void {
  if (inner === outer) {
    throw new TypeError(
      'Invalid handler in use(): expected another application or router, got the application itself',
    );
  }
  inner.mountpath = path;
  inner.parent = outer;
  register(mountedApplication(inner));
  if (STATE in inner) {
    inner[STATE].store.inherit(outer[STATE].store);
    inheritPrototypes(inner[STATE].messages, outer[STATE].messages);
    Object.setPrototypeOf(inner.engines, outer.engines);
  }
  inner.emit('mount', outer);
}

/** Turns an application into middleware of another one, with the function name that Express uses and tools look for. */
function mountedApplication(inner: StatefulApplication): ChainFunction {
  const restores = STATE in inner && inner[REGISTRY].dialect.restoresMessages;
  const handle: ChainFunction = (req: Request, res: Response, next: NextFunction) =>
    inner.handle(req, res, restores ? next : restoreBefore(next, req, res));
  if (ROUTES in inner) define(handle, ROUTES, () => inner[ROUTES]());
  if (REGISTRY in inner) Object.defineProperty(handle, REGISTRY, { value: inner[REGISTRY] });
  return Object.defineProperties(handle, { name: { value: 'mounted_app' }, [MOUNTED]: { value: true } });
}

/** Recognizes an application as Express does. */
function isApplication(handle: ChainFunction): boolean {
  const application = handle as unknown as { handle?: unknown; set?: unknown };
  return typeof application.handle === 'function' && typeof application.set === 'function';
}
