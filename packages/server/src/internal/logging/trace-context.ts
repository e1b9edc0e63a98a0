/**
 * @module The ids of OpenTelemetry's active span. `@opentelemetry/api` keeps its state under a global symbol, and the span in its context
 * under another one, so that all copies and versions 1.x of it share them.
 */

const API: unique symbol = Symbol.for('opentelemetry.js.api.1') as never;
const SPAN: unique symbol = Symbol.for('OpenTelemetry Context Key SPAN') as never;

interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
}

interface OpenTelemetry {
  readonly context?: {
    active(): { getValue(key: symbol): { spanContext(): SpanContext } | undefined };
  };
}

const NONE = {};

/** The same fields that OpenTelemetry's pino instrumentation adds; empty without an active span. */
export function activeTrace(): object {
  const { [API]: api } = globalThis as { readonly [API]?: OpenTelemetry };
  const span = api?.context?.active().getValue(SPAN);
  if (span === undefined) return NONE;
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}
