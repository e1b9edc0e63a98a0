// In the place of server/internal/connection/request-listener: each request and each response is given its helpers first.
import { createRequestListener as createListener } from '../../../packages/server/src/internal/connection/request-listener.ts';
import { assignersOfHelpers } from './bare-messages.mjs';

export * from '../../../packages/server/src/internal/connection/request-listener.ts';

/** @type {typeof createListener} */
export function createRequestListener(inside) {
  const listener = createListener(inside);
  const { request, response } = assignersOfHelpers();
  return (req, res, next) => {
    // Where it is mounted, the application around it has done so.
    if (next === undefined) {
      request(req);
      response(res);
    }
    return listener(req, res, next);
  };
}
