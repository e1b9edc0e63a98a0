// Nextpress and Hono routes in one server. Both read and modify the same session.
import { fromFetch } from '@nextpress/fetch';
import session from 'express-session';
import { Hono } from 'hono';
import { createServer, formBody } from 'nextpress';

const { PORT = '3000', SESSION_SECRET = 'only for development' } = process.env;

/** @typedef {{ Bindings: import('@nextpress/fetch').NodeBindings & { incoming: { session: import('express-session').SessionData } } }} Environment */

/** @type {Hono<Environment>} */
const hono = new Hono();
hono.get('/me', (c) => {
  const { user, visits } = c.env.incoming.session;
  return c.json({ user: user ?? null, visits: visits ?? 0 });
});
hono.post('/visit', (c) => {
  const { session: current } = c.env.incoming;
  current.visits = (current.visits ?? 0) + 1;
  return c.json({ visits: current.visits }, 201);
});

const app = createServer();
app.use(session({ secret: SESSION_SECRET, resave: false, saveUninitialized: false }));
app.use('/api', fromFetch(hono.fetch));
app.post('/sign-in', formBody(), (req, res) => {
  req.session.user = String(req.body.user ?? '');
  res.redirect(303, '/');
});
app.get('/', (req, res) => {
  const { user, visits = 0 } = req.session;
  res.type('text').send(user === undefined ? 'Sign in first.\n' : `${user} has visited ${visits} times.\n`);
});

const server = app.listen(Number(PORT), { signals: true }, () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  console.log(`
  curl -c cookies -d user=ada http://localhost:${port}/sign-in
  curl -b cookies -X POST     http://localhost:${port}/api/visit
  curl -b cookies             http://localhost:${port}/
`);
});
