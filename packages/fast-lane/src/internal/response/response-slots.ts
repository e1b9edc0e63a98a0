/** @module The properties that the lane adds to a response. */

/** The queue that holds the response. */
export const QUEUE: unique symbol = Symbol('nextpress.queue');
export const REQUEST: unique symbol = Symbol('nextpress.request');
/** The unsent data of a queued response: text that starts with the head, and bytes after it. */
export const TEXT: unique symbol = Symbol('nextpress.text');
export const BYTES: unique symbol = Symbol('nextpress.bytes');
/** The context of the `end` call. */
export const CONTEXT: unique symbol = Symbol('nextpress.context');
/** Whether the application wrote after the end, so that the error is emitted before `close`. */
export const WRITTEN_AFTER_END: unique symbol = Symbol('nextpress.isWrittenLate');
