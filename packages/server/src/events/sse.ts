/** @module `res.sse`. */

import type { Response } from '../types.ts';
import { EventStream } from './event-stream.ts';
import { type EventStreamOptions, eventStreamSettings } from './event-stream-options.ts';

/** The last header keeps nginx from holding events back. */
const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache',
  'X-Accel-Buffering': 'no',
};
/** As compression looks for it, which is with lower-case letters only. */
const NO_TRANSFORM = /(?:^|,)\s*no-transform\s*(?:,|$)/;

export function sse(this: Response, options: EventStreamOptions = {}): EventStream {
  const settings = eventStreamSettings(options);
  for (const [name, value] of Object.entries(HEADERS)) {
    if (!this.hasHeader(name)) this.setHeader(name, value);
  }
  forbidTransformation(this);
  this.removeHeader('Content-Length');
  if (this.req.method === 'HEAD') this.end();
  else this.flushHeaders();
  return new EventStream(this, settings);
}

/** Compression holds events back until it has enough of them. */
function forbidTransformation(res: Response): void {
  const value = String(res.getHeader('Cache-Control'));
  if (NO_TRANSFORM.test(value)) return;
  res.setHeader('Cache-Control', value === '' ? 'no-transform' : `${value}, no-transform`);
}
