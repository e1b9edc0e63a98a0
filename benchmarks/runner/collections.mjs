import { PerformanceObserver } from 'node:perf_hooks';

/**
 * Begins to count V8's garbage collections, which costs a little.
 *
 * @returns {() => { time: number, count: number }} so far, in milliseconds
 */
export function watchCollections() {
  const sum = { time: 0, count: 0 };
  /** @param {readonly { duration: number }[]} entries */
  const add = (entries) => {
    for (const { duration } of entries) sum.time += duration;
    sum.count += entries.length;
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  return () => {
    add(observer.takeRecords());
    return { ...sum };
  };
}
