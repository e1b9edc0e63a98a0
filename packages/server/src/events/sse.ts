/** @module `res.sse`. */

import type { Response } from '../types.ts';
import { EventStream } from './event-stream.ts';
import { type EventStreamOptions, eventStreamSettings } from './event-stream-options.ts';

/** `no-transform` keeps compression from holding events back, and the last header keeps nginx from it. */
const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
};

export function sse(this: Response, options: EventStreamOptions = {}): EventStream {
  const settings = eventStreamSettings(options);
  for (const [name, value] of Object.entries(HEADERS)) {
    if (!this.hasHeader(name)) this.setHeader(name, value);
  }
  this.removeHeader('Content-Length');
  if (this.req.method === 'HEAD') this.end();
  else this.flushHeaders();
  return new EventStream(this, settings);
}
