import { createHmac, timingSafeEqual } from 'node:crypto';
import cookieParser from 'cookie-parser';
import { cors, createServer, formBody, HttpError, rawBody } from 'nextpress';
import { notes } from './notes.mjs';

export const app = createServer({ caseSensitive: true, strict: true });

app.decorateRequest('user', null);
app.use((req, res, next) => {
  req.user = req.get('X-User') ?? 'guest';
  res.set('X-Served-By', 'notes');
  next();
});
app.use('/notes', cors({ origin: 'https://app.example', credentials: true }));

app.use('/notes', notes);

app.post('/hook', rawBody({ type: () => true }), (req, res) => {
  const expected = createHmac('sha256', 'secret').update(req.body).digest();
  const given = Buffer.from(req.get('X-Signature') ?? '', 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new HttpError(403, 'WRONG_SIGNATURE', 'wrong signature');
  res.status(204).end();
});
app.post('/theme', formBody(), (req, res) => {
  res.cookie('theme', req.body.theme, { httpOnly: true, maxAge: 3600 * 1000 });
  res.redirect(303, '/theme');
});
app.get('/theme', cookieParser(), (req, res) => res.type('text').send(req.cookies.theme ?? 'light'));
app.get('/ticks', async (_req, res) => {
  const stream = res.sse();
  for (const tick of [1, 2]) await stream.send({ event: 'tick', data: `${tick}` });
  stream.close();
});
app.get('/fail', () => {
  throw new Error('a secret');
});

app.setNotFoundHandler((req, res) => res.status(404).json({ error: `no ${req.path}` }));
app.setErrorHandler((error, _req, res, _next) => {
  const { status = 500, message } = error;
  res.status(status).json({ error: status < 500 ? message : 'Internal Server Error' });
});
