// Starts OpenTelemetry with an exporter in memory, as a file for `node --import` does: before the application is loaded.
import { tracingChannel } from 'node:diagnostics_channel';
import { register } from 'node:module';
import { context } from '@opentelemetry/api';
import { getRPCMetadata } from '@opentelemetry/core';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';

register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);

export const exporter = new InMemorySpanExporter();
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
registerInstrumentations({ instrumentations: [new HttpInstrumentation()] });

/** @typedef {{ req: { baseUrl: string }, layer: { method?: string }, route: unknown }} Call */

/** @type {import('node:diagnostics_channel').TracingChannel<unknown, Call>} */
const channel = tracingChannel('express.router.request');
channel.subscribe({
  start({ req, layer, route }) {
    const metadata = getRPCMetadata(context.active());
    if (metadata !== undefined && 'method' in layer) metadata.route = `${req.baseUrl}${route}`;
  },
  end() {},
  asyncStart() {},
  asyncEnd() {},
  error() {},
});
