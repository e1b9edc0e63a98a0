import type { NextFunction, Request, Response, ServerLayer } from '../../types.ts';
import { keepMessages } from '../messages/message-prototypes.ts';
import type { Path } from '../path/path-matcher.ts';
import { define } from '../registration/define.ts';
import { MOUNTED_APP } from '../registration/foreign-router.ts';
import { OUTLINE } from '../registration/read-outline.ts';
import { PIPELINE } from '../registration/registry.ts';
import { STATE, type StatefulApplication } from './application-state.ts';
import { inheritPrototypes } from './extended-prototypes.ts';

/**
 * Mounts an application, which another copy of this package or Express itself may have made. As in Express, listeners of `mount`
 * see the inherited settings and prototypes.
 *
 * @param register - registers the application as middleware
 */
export function mountApplication(
  outer: StatefulApplication,
  path: Path,
  inner: StatefulApplication,
  register: (path: Path, handle: ServerLayer) => void,
): void {
  if (inner === outer) {
    throw new TypeError(
      'Invalid handler in use(): expected another application or router, got the application itself',
    );
  }
  inner.mountpath = path;
  inner.parent = outer;
  register(path, mountedApplication(inner));
  if (STATE in inner) {
    inner[STATE].store.inherit(outer[STATE].store);
    inheritPrototypes(inner[STATE].messages, outer[STATE].messages);
    Object.setPrototypeOf(inner.engines, outer.engines);
  }
  inner.emit('mount', outer);
}

/** Turns an application into middleware of another one, with the function name that Express uses and tools look for. */
function mountedApplication(inner: StatefulApplication): ServerLayer {
  const restoresMessages = STATE in inner && inner[PIPELINE].expressVersion === undefined;
  const handle: ServerLayer = restoresMessages
    ? (req: Request, res: Response, next: NextFunction) => inner.handle(req, res, next)
    : (req: Request, res: Response, next: NextFunction) => {
        const restore = keepMessages(req, res);
        inner.handle(req, res, (error) => {
          restore();
          next(error);
        });
      };
  if (OUTLINE in inner) define(handle, OUTLINE, () => inner[OUTLINE]());
  if (PIPELINE in inner) Object.defineProperty(handle, PIPELINE, { value: inner[PIPELINE] });
  return Object.defineProperty(handle, 'name', { value: MOUNTED_APP });
}

/** Recognizes an application as Express does. */
export function isApplication(handle: ServerLayer): boolean {
  const application = handle as unknown as { handle?: unknown; set?: unknown };
  return typeof application.handle === 'function' && typeof application.set === 'function';
}
