import { serve as hello } from '../hello/hono.mjs';
import { inWorkers } from './in-workers.mjs';

/** @type {import('../../suite.mjs').Serve} */
export const serve = (scenario) => inWorkers(scenario, hello);
