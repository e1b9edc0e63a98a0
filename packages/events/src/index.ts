export type { EventStream } from './event-stream.ts';
export type { EventStreamOptions } from './event-stream-options.ts';
export type { ServerSentEvent } from './format-event.ts';
export { endLongLived, endOnShutdown, stopEnding } from './long-lived.ts';
export { sse } from './sse.ts';
