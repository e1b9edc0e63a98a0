import { serve as listen } from '@hono/node-server';
import { app } from './hono-app.mjs';

/** @type {import('../../suite.mjs').Serve} */
export const serve = () => listen({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
