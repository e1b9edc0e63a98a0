/** @module Hot: runs twice for each router or application that a request goes through. */

import { setImmediate } from 'node:timers';

/** How many nested routers a request enters or leaves before the stack is unwound. */
const MAX_DEPTH = 50;

let depth = 0;

/** Calls a function, first unwinding a deep call stack: a path can lead through a router many times. */
export function trampoline<T>(call: (argument: T) => void, argument: T): void {
  if (depth === MAX_DEPTH) {
    setImmediate(trampoline<T>, call, argument);
    return;
  }
  depth++;
  try {
    call(argument);
  } finally {
    depth--;
  }
}
