const { createTransport } = require('@sentry/core');
const Sentry = require('@sentry/node');

/** Bodies of the envelopes that would be sent to Sentry. */
const envelopes = [];
Sentry.init({
  dsn: 'http://key@127.0.0.1:9/1',
  tracesSampleRate: 1,
  transport: (options) =>
    createTransport(options, async ({ body }) => {
      envelopes.push(body.toString());
      return { statusCode: 200 };
    }),
});
const express = require('express');

const app = express();
app.get('/sent', async (_req, res) => {
  await Sentry.flush(2_000);
  const items = envelopes
    .splice(0)
    .flatMap(itemsOf)
    .filter(({ transaction }) => transaction !== 'GET /sent');
  // Errors and transactions are sent independently.
  res.json(items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)));
});
app.use(function mark(_req, res, next) {
  res.set('X-Traced', `${Sentry.getActiveSpan() !== undefined}`);
  next();
});
app.get('/', (_req, res) => res.send('home'));
app.get('/late', async function late(_req, res) {
  await new Promise((resolve) => setTimeout(resolve, 2));
  res.send('late');
});
app.get('/fail', () => {
  throw new Error('failed');
});
app.get('/async-fail', async () => {
  throw new Error('failed later');
});
app.get('/refused', (_req, _res, next) => next(Object.assign(new Error('not found'), { status: 404 })));
app.get(['/a', '/b'], (_req, res) => res.send('one of two'));
app.get(/^\/matched\/(\d+)$/, (req, res) => res.json(req.params));
const users = express.Router();
users.use(function guard(_req, _res, next) {
  next();
});
users
  .route('/:id')
  .get((req, res) => res.json(req.params))
  .delete((_req, res) => res.sendStatus(204));
users.get(
  '/:id/posts/:post',
  (_req, _res, next) => next(),
  (req, res) => res.json(req.params),
);
users.get('/:id/fail', (req) => {
  throw new Error(`user ${req.params.id} failed`);
});
app.use('/users', users);
const mounted = express();
mounted.get('/page', (req, res) => res.send(req.baseUrl));
app.use('/mounted', mounted);
Sentry.setupExpressErrorHandler(app);
app.use((error, _req, res, _next) => {
  res.status(error.status ?? 500).json({ error: error.message, reported: typeof res.sentry === 'string' });
});
app.listen(Number(process.env.PORT), '127.0.0.1');

/** The errors and transactions of an envelope: a line for its head, then two for each item. */
function itemsOf(envelope) {
  const [, ...lines] = envelope
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const items = [];
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const [{ type }, payload] = [lines[at], lines[at + 1]];
    if (type === 'event') items.push(errorOf(payload));
    if (type === 'transaction') items.push(transactionOf(payload));
  }
  return items;
}

function errorOf({ transaction, exception, request }) {
  const values = exception.values.map(({ type, value, mechanism }) => ({
    type,
    value,
    mechanism: mechanism.type,
    handled: mechanism.handled,
  }));
  return { type: 'error', transaction, values, method: request.method, path: new URL(request.url).pathname };
}

function transactionOf({ transaction, transaction_info: info, contexts, spans }) {
  const { data, status } = contexts.trace;
  return {
    type: 'transaction',
    transaction,
    source: info.source,
    route: data['http.route'],
    status,
    spans: spans
      .map(({ op, description, origin, status: ofSpan }) => [op, description, origin, ofSpan].join(' '))
      .sort(),
  };
}
