import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { report } from '../report.mjs';

const app = new Hono();

app.get('/', (c) => c.json({ hello: 'world' }));

report(serve({ fetch: app.fetch, port: 0 }));
