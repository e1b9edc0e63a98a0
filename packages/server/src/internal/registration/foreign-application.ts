import type { Next } from '@nextpress/middleware';
import type { Request, Response } from '../../messages.ts';
import { PIPELINE } from './registration.ts';
import type { ServerLayer } from './stack.ts';

type Handle = (req: Request, res: Response, next: Next) => unknown;

/** Whether a function is an application of Express, known as Express itself knows one. */
export function isForeignApplication(layer: ServerLayer): boolean {
  const { handle, set } = layer as unknown as { handle?: unknown; set?: unknown };
  return typeof handle === 'function' && typeof set === 'function' && !(PIPELINE in layer);
}

/**
 * An application of Express as a layer. Express gives requests prototypes of its own and takes them away again only
 * where it is mounted in Express, so that is done here when it passes the request on.
 */
export function foreignLayer(application: ServerLayer): ServerLayer {
  const layer: ServerLayer = (req: Request, res: Response, next: Next) => {
    const request: object = Object.getPrototypeOf(req);
    const response: object = Object.getPrototypeOf(res);
    return (application as Handle)(req, res, (error) => {
      Object.setPrototypeOf(req, request);
      Object.setPrototypeOf(res, response);
      next(error);
    });
  };
  return Object.defineProperty(layer, 'name', { value: application.name });
}
