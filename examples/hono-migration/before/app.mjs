import { createHmac, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { streamSSE } from 'hono/streaming';
import { notes } from './notes.mjs';

export const app = new Hono();

app.use(async (c, next) => {
  c.set('user', c.req.header('X-User') ?? 'guest');
  await next();
  c.header('X-Served-By', 'notes');
});
app.use('/notes/*', cors({ origin: 'https://app.example', credentials: true }));

app.route('/notes', notes);

app.post('/hook', async (c) => {
  const bytes = Buffer.from(await c.req.arrayBuffer());
  const expected = createHmac('sha256', 'secret').update(bytes).digest();
  const given = Buffer.from(c.req.header('X-Signature') ?? '', 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new HTTPException(403, { message: 'wrong signature' });
  return c.body(null, 204);
});
app.post('/theme', async (c) => {
  const { theme } = await c.req.parseBody();
  setCookie(c, 'theme', theme, { httpOnly: true, maxAge: 3600 });
  return c.redirect('/theme', 303);
});
app.get('/theme', (c) => c.text(getCookie(c, 'theme') ?? 'light'));
app.get('/ticks', (c) => {
  return streamSSE(c, async (stream) => {
    for (const tick of [1, 2]) await stream.writeSSE({ event: 'tick', data: `${tick}` });
  });
});
app.get('/fail', () => {
  throw new Error('a secret');
});

app.notFound((c) => c.json({ error: `no ${c.req.path}` }, 404));
app.onError((error, c) => {
  if (error instanceof HTTPException) return c.json({ error: error.message }, error.status);
  return c.json({ error: 'Internal Server Error' }, 500);
});
