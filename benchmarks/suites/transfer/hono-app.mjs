import { Hono } from 'hono';
import { webStream } from '../../content/megabyte.mjs';

export const app = new Hono();

app.get('/stream', (c) => {
  c.header('Content-Type', 'application/octet-stream');
  return c.body(webStream());
});

app.post('/upload', async (c) => {
  const body = await c.req.arrayBuffer();
  return c.json({ bytes: body.byteLength });
});
