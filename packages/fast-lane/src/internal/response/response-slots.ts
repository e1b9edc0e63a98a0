/** @module What the lane keeps on a response. */

/** Its queue, while it is the lane's. */
export const QUEUE: unique symbol = Symbol('nextpress.queue');
/** Its request. */
export const REQUEST: unique symbol = Symbol('nextpress.request');
/** What it has to send, while it waits for its turn: text that begins with its head, and bytes behind that. */
export const TEXT: unique symbol = Symbol('nextpress.text');
export const BYTES: unique symbol = Symbol('nextpress.bytes');
/** The context of its `end`. */
export const CONTEXT: unique symbol = Symbol('nextpress.context');
/** Whether somebody has written to it after its end: it is told of that before it closes. */
export const WRITTEN_AFTER_END: unique symbol = Symbol('nextpress.isWrittenLate');
