/** @module Hot: runs twice for each router or application that a request goes through. */

/** How many routers a request enters or leaves, one inside the other, before the stack is let go. */
const DEEP = 50;

let depth = 0;

/**
 * Goes on at once, or, deep in the stack, once it has been let go: a router may come to itself again, and then a path decides
 * how deep.
 */
export function goOnShallow(goOn: () => void): void {
  if (depth === DEEP) {
    setImmediate(goOnShallow, goOn);
    return;
  }
  depth++;
  try {
    goOn();
  } finally {
    depth--;
  }
}
