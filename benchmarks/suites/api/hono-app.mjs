import { Hono } from 'hono';
import { profile } from '../../content/profile.mjs';
import { tenFields } from '../../content/ten-fields.mjs';

export const app = new Hono();

app.get('/', (c) => c.text('Hi'));

app.get('/id/:id', (c) => {
  c.header('X-Powered-By', 'benchmark');
  return c.text(`${c.req.param('id')} ${c.req.query('name')}`);
});

app.post('/json', async (c) => c.json(await c.req.json()));

app.get('/profile', (c) => c.json(profile()));

app.get('/users/:id', (c) => {
  const id = c.req.param('id');
  return c.json({ id, name: `User ${id}` });
});

app.get('/chain', (c) => {
  const started = Date.now();
  const requestId = String(c.req.header('X-Request-Id'));
  const authenticated = c.req.header('Authorization') === 'Bearer secret';
  c.header('X-Request-Id', requestId);
  c.header('X-Response-Time', `${Date.now() - started}ms`);
  return c.json({ message: 'Chain complete', requestId, authenticated });
});

app.get('/error', () => {
  throw new Error('This handler always throws');
});

app.get('/fields', (c) => c.text('Hi', 200, tenFields));

// Hono's own handler answers the same, but writes every error to standard error.
app.onError((_error, c) => c.text('Internal Server Error', 500));
