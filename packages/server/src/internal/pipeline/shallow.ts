/** @module Hot: runs twice for each router or application that a request goes through. */

/** How many routers a request enters or leaves, one inside the other, before the stack is unwound. */
const MAX_DEPTH = 50;

let depth = 0;

/**
 * Calls at once, or, deep in the stack, once it has been unwound: a router may be reached from itself, and then a path decides
 * how deep.
 */
export function callShallow<T>(call: (argument: T) => void, argument: T): void {
  if (depth === MAX_DEPTH) {
    setImmediate(callShallow<T>, call, argument);
    return;
  }
  depth++;
  try {
    call(argument);
  } finally {
    depth--;
  }
}
