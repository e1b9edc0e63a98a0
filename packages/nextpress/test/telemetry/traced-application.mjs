// Prints the spans of some requests as JSON. The argument says whether the fast lane is on.
import { trace } from '@opentelemetry/api';
import { createServer, Router } from 'nextpress';
import { exporter } from './telemetry.mjs';

const app = createServer({ fastLane: process.argv[2] === 'fast', logError: () => {} });
app.use(async (_req, _res, next) => {
  await Promise.resolve();
  next();
});
app.get('/users/:id', (req, res) => {
  res.json(req.params);
});
app.use(
  '/api',
  Router().post('/items/:item', async (_req, res) => {
    await new Promise(setImmediate);
    trace.getTracer('test').startSpan('work').end();
    res.json(1);
  }),
);
app.register(
  (scope) =>
    void scope.get('/fail/:why', () => {
      throw new Error('failed');
    }),
  { prefix: '/admin' },
);

const server = app.listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
for (const path of ['/users/7', '/api/items/8', '/admin/fail/now', '/none']) {
  const method = path.startsWith('/api') ? 'POST' : 'GET';
  await (await fetch(`http://127.0.0.1:${port}${path}`, { method })).text();
}
await app.close();

const spans = exporter.getFinishedSpans();
const names = new Map(spans.map((span) => [span.spanContext().spanId, span.name]));
process.stdout.write(
  JSON.stringify(
    spans.map(({ name, attributes, parentSpanContext }) => ({
      name,
      route: attributes['http.route'],
      status: attributes['http.response.status_code'] ?? attributes['http.status_code'],
      parent: parentSpanContext && names.get(parentSpanContext.spanId),
    })),
  ),
);
