/** @module Event streams that were begun without `res.sse()`: their server doesn't know them, and would wait for them when it closes. */

import type { ServerResponse } from 'node:http';

const EVENT_STREAM = /^content-type: *text\/event-stream\b/im;

/** Ends a response if its head says that it is an event stream. */
export function endEventStream(res: ServerResponse): void {
  // `getHeader` has no headers that were given to `writeHead`.
  const { _header } = res as { readonly _header?: string | null };
  if (res.writableEnded || !_header || !EVENT_STREAM.test(_header)) return;
  // Until the response has closed, further writes of the application emit an error.
  res.on('error', () => {});
  res.end();
}
