import { serve as hello } from '../hello/node-http.mjs';
import { inWorkers } from './in-workers.mjs';

/** @type {import('../../suite.mjs').Serve} */
export const serve = (scenario) =>
  inWorkers(scenario, () => {
    const server = /** @type {import('node:http').Server} */ (hello(scenario));
    return server.listen(0, '127.0.0.1');
  });
