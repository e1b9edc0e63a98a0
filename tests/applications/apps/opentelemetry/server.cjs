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
const addTracedRoutes = require('./traced-routes.cjs');

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
addTracedRoutes(app, express, () => trace.getActiveSpan());
app.post('/echo', (req, res) => res.json({ body: req.body, traced: trace.getActiveSpan() !== undefined }));
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
