import { serve as hello } from '../hello/fastify.mjs';
import { inWorkers } from './in-workers.mjs';

/** @type {import('../../suite.mjs').Serve} */
export const serve = (scenario) => inWorkers(scenario, hello);
