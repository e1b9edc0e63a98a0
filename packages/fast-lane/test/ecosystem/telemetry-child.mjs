// Serves with OpenTelemetry's HTTP instrumentation and prints the spans as JSON.
// Arguments: the lane (`node`, `fast`, `lazy`, or `registered` for the `register` entry), and whether the instrumentation or the lane is loaded `first` or `last`.
// Instrumentation has to be loaded before node:http, so this runs in its own process and imports the built package.
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import { getRPCMetadata } from '@opentelemetry/core';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';

const [lane = 'node', order = 'first'] = process.argv.slice(2);
const entry = lane === 'registered' ? '@nextpress/fast-lane/register' : '@nextpress/fast-lane';
if (order === 'last') await import(entry);

const exporter = new InMemorySpanExporter();
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
registerInstrumentations({
  instrumentations: [
    new HttpInstrumentation({
      requestHook: (span, message) =>
        void span.setAttribute('hook.request', `${Reflect.get(message, 'method')}`),
      responseHook: (span, message) =>
        void span.setAttribute('hook.response', `${Reflect.get(message, 'statusCode')}`),
      headersToSpanAttributes: { server: { requestHeaders: ['x-a'], responseHeaders: ['x-b'] } },
    }),
  ],
});
// The instrumentation watches require().
/** @type {typeof import('node:http')} */
const http = createRequire(import.meta.url)('node:http');
const { fastLane } = await import('@nextpress/fast-lane');
if (lane === 'registered') await import(entry);

const tracer = trace.getTracer('test');
/** @type {Record<string, unknown>} */
const contexts = {};

/** @param {string} id */
const given = (id) => (id.startsWith('00000000') ? Number(id) : 'own');

/** @param {string} name */
const note = (name) => {
  const span = trace.getActiveSpan();
  contexts[name] =
    span === undefined ? 'none' : `${Reflect.get(span, 'name')} ${given(span.spanContext().traceId)}`;
};

const server = http.createServer((req, res) => {
  const path = req.url ?? '';
  const rpc = getRPCMetadata(context.active());
  if (rpc !== undefined) rpc.route = `/route${path.replace(/\?.*/, '')}`;
  res.setHeader('X-B', 'b');
  note(`handler ${path}`);
  const work = tracer.startSpan(`work ${path}`);
  const received = () => {
    note(`received ${path}`);
    work.end();
    res.end('served');
  };
  if (path === '/late') setTimeout(received, 8);
  else if (path === '/awaits') {
    tracer.startActiveSpan('outer', async (outer) => {
      await sleep(1);
      tracer.startSpan('inner').end();
      outer.end();
      received();
    });
  } else if (path === '/body') {
    req.on('data', () => {}).on('end', received);
  } else if (path === '/broken') {
    res.statusCode = 500;
    received();
  } else if (path === '/calls') {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    http.get({ port, path: '/called', agent: false }, (response) => response.resume().on('end', received));
  } else received();
});
if (lane === 'fast' || lane === 'lazy') fastLane(server, { lazy: lane === 'lazy' });

server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
const client = connect(port, '127.0.0.1');
let received = '';
client.setEncoding('latin1').on('data', (text) => {
  received += text;
});

/** @param {string} line @param {number} n @param {string} [body] */
const request = (line, n, body = '') =>
  `${line} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: test\r\nX-A: ${n}\r\n` +
  `traceparent: 00-${`${n}`.padStart(32, '0')}-${`${n}`.padStart(16, '0')}-01\r\n` +
  `${body && `Content-Length: ${body.length}\r\n`}\r\n${body}`;
/** @param {string} bytes @param {number} count */
const exchange = async (bytes, count) => {
  received = '';
  client.write(bytes);
  while (received.split('served').length <= count) await sleep(1);
};

await exchange(
  request('GET /now?a=b', 1) +
    request('GET /late', 2) +
    request('POST /body', 3, 'body') +
    request('GET /awaits', 4) +
    request('PUT /broken', 5) +
    request('GET /calls', 6) +
    request('GET /now', 7),
  7,
);
await exchange(request('DELETE /now', 8), 1);
await exchange('GET /own HTTP/1.1\r\nHost: localhost\r\n\r\n', 1);
// Spans may end after the last byte of their responses.
for (let turn = 0; turn < 20; turn++) await sleep(1);
client.destroy();
server.close();

const finished = exporter.getFinishedSpans();
const names = new Map(finished.map((span) => [span.spanContext().spanId, `${span.kind} ${span.name}`]));
const spans = finished.map((span) => ({
  name: span.name,
  kind: span.kind,
  trace: given(span.spanContext().traceId),
  parent:
    span.parentSpanContext &&
    (names.get(span.parentSpanContext.spanId) ?? given(span.parentSpanContext.spanId)),
  status: SpanStatusCode[span.status.code],
  // Omits ports, and attributes that contain one: they differ between runs.
  attributes: Object.fromEntries(
    Object.entries(span.attributes).filter(([key]) => !/port|full|host|server.address|peer/.test(key)),
  ),
}));
const { fast } = lane === 'node' ? { fast: 0 } : fastLane(server).stats();
process.stdout.write(JSON.stringify({ spans, contexts, fast }));
