import type { ServerResponse } from 'node:http';
import { EventStream } from './event-stream.ts';
import { type EventStreamOptions, eventStreamSettings } from './event-stream-options.ts';

/** The last header stops nginx from buffering events. */
const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache',
  'X-Accel-Buffering': 'no',
};
/** The `compression` middleware only recognizes lower case. */
const NO_TRANSFORM = /(?:^|,)\s*no-transform\s*(?:,|$)/;

/**
 * Starts an event stream: sends the response's headers and keeps it open. Headers and a status that are already set are
 * kept.
 *
 * @throws TypeError for an invalid option; Error `ERR_HTTP_HEADERS_SENT` after the response has started
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { sse } from '@nextpress/events';
 *
 * createServer((req, res) => {
 *   const stream = sse(res);
 *   const timer = setInterval(() => stream.send({ event: 'tick', data: { time: new Date() } }), 1000);
 *   stream.signal.addEventListener('abort', () => clearInterval(timer));
 * });
 * ```
 */
export function sse(res: ServerResponse, options: EventStreamOptions = {}): EventStream {
  const settings = eventStreamSettings(options);
  for (const [name, value] of Object.entries(HEADERS)) {
    if (!res.hasHeader(name)) res.setHeader(name, value);
  }
  forbidTransformation(res);
  res.removeHeader('Content-Length');
  if (res.req.method === 'HEAD') res.end();
  else res.flushHeaders();
  return new EventStream(res, settings);
}

/** Compression buffers events until it has enough of them. */
function forbidTransformation(res: ServerResponse): void {
  const value = String(res.getHeader('Cache-Control'));
  if (NO_TRANSFORM.test(value)) return;
  res.setHeader('Cache-Control', value === '' ? 'no-transform' : `${value}, no-transform`);
}
