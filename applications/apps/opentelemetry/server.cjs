const { trace } = require('@opentelemetry/api');
const { registerInstrumentations } = require('@opentelemetry/instrumentation');
const { ExpressInstrumentation } = require('@opentelemetry/instrumentation-express');
const { HttpInstrumentation } = require('@opentelemetry/instrumentation-http');
const {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} = require('@opentelemetry/sdk-trace-node');

const exporter = new InMemorySpanExporter();
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
registerInstrumentations({ instrumentations: [new HttpInstrumentation(), new ExpressInstrumentation()] });
const express = require('express');

const app = express();
app.set('json spaces', 2);
app.get('/spans', (_req, res) => {
  const spans = exporter.getFinishedSpans();
  exporter.reset();
  const names = new Map(spans.map((span) => [span.spanContext().spanId, span.name]));
  // Spans of one request may end in any order.
  res.json(
    spans
      .map((span) => describe(span, names))
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  );
});
app.use(express.json());
app.use(function mark(_req, res, next) {
  res.set('X-Traced', `${trace.getActiveSpan() !== undefined}`);
  next();
});
app.use('/late', async function wait(_req, _res, next) {
  await new Promise((resolve) => setTimeout(resolve, 2));
  next();
});
app.get('/', function home(_req, res) {
  res.send('home');
});
app.get('/late', (_req, res) => res.send('late'));
app.get('/fail', () => {
  throw new Error('failed');
});
app.get('/async-fail', async () => {
  throw new Error('failed later');
});
app.post('/echo', (req, res) => res.json({ body: req.body, traced: trace.getActiveSpan() !== undefined }));
app.get(['/a', '/b'], (_req, res) => res.send('one of two'));
app.get(/^\/matched\/(\d+)$/, (req, res) => res.json(req.params));
const users = express.Router();
users.use(function guard(req, res, next) {
  if (req.get('X-Deny') === undefined) next();
  else res.sendStatus(403);
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
app.use('/users', users);
const mounted = express();
mounted.get('/page', (req, res) => res.send(req.baseUrl));
app.use('/mounted', mounted);
app.use((error, _req, res, _next) => res.status(500).send(error.message));
app.listen(Number(process.env.PORT), '127.0.0.1');

function describe({ name, kind, status, attributes, events, parentSpanContext }, names) {
  const kept = Object.entries(attributes).filter(([key]) =>
    /^(express|http\.(route|method|status_code|request\.method|response\.status_code)|url\.path)/.test(key),
  );
  return {
    name,
    kind,
    status: status.code,
    parent: names.get(parentSpanContext?.spanId),
    attributes: Object.fromEntries(kept),
    events: events.map((event) => `${event.name} ${event.attributes?.['exception.message'] ?? ''}`),
  };
}
