import { Hono } from 'hono';

export const app = new Hono();

app.get('/', (c) => c.json({ hello: 'from Hono' }));
app.get('/hello/:name', (c) => c.text(`Hello ${c.req.param('name')}`));
