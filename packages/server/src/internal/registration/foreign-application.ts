import type { Next } from '@nextpress/middleware';
import type { Request, Response } from '../../messages.ts';
import { PIPELINE, type ServerLayer } from './stack.ts';

type Handle = (req: Request, res: Response, next: Next) => unknown;

/** Whether a function is an application, known as Express knows one. */
export function isApplication(handle: ServerLayer): boolean {
  const application = handle as unknown as { handle?: unknown; set?: unknown };
  return typeof application.handle === 'function' && typeof application.set === 'function';
}

/** Whether a function is an application of Express itself. */
export function isForeignApplication(handle: ServerLayer): boolean {
  return isApplication(handle) && !(PIPELINE in handle);
}

/**
 * Makes middleware of an application of Express. Express gives requests prototypes of its own and takes them away again only
 * where it is mounted in Express, so that is done here when it passes the request on.
 */
export function foreignMiddleware(application: ServerLayer): ServerLayer {
  const handle: ServerLayer = (req: Request, res: Response, next: Next) => {
    const request: object = Object.getPrototypeOf(req);
    const response: object = Object.getPrototypeOf(res);
    return (application as Handle)(req, res, (error) => {
      Object.setPrototypeOf(req, request);
      Object.setPrototypeOf(res, response);
      next(error);
    });
  };
  return Object.defineProperty(handle, 'name', { value: application.name });
}
