// Taken at load, so that fake timers cannot stop timeouts. The global `performance` would load a module of Node at every start.
const { hrtime } = process;

/** The time of a monotonic clock, in milliseconds. */
export function monotonicTime(): number {
  const [seconds, nanoseconds] = hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}
