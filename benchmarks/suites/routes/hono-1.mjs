import { serve as listen } from 'hono-node-server-1';
import { application } from './hono-app.mjs';

/** @type {import('../../suite.mjs').Serve} */
export const serve = (scenario) =>
  listen({ fetch: application(scenario).fetch, port: 0, hostname: '127.0.0.1' });
