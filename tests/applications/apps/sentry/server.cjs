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
const addTracedRoutes = require('./traced-routes.cjs');

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
addTracedRoutes(app, express, () => Sentry.getActiveSpan());
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
