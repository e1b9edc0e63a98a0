// In the place of server/internal/request-listener: each request and each response is given its helpers first.
import { createRequestListener as createListener } from '../../../packages/server/src/internal/request-listener.ts';
import { assignersOf } from './bare-messages.mjs';

/** @type {typeof createListener} */
export function createRequestListener(pipeline, messages) {
  const listener = createListener(pipeline, messages);
  const { request, response } = assignersOf(messages);
  return (req, res, next) => {
    // Where it is mounted, the application around it has done so.
    if (next === undefined) {
      request(req);
      response(res);
    }
    return listener(req, res, next);
  };
}
