import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { items, policy } from '../../content/cors-policy.mjs';

const { origins: origin, methods: allowMethods, allowedHeaders: allowHeaders, maxAge } = policy;

export const app = new Hono();

app.use(cors({ origin, allowMethods, allowHeaders, maxAge, credentials: true }));
app.get('/items', (c) => c.json(items));
