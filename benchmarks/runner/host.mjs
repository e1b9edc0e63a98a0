// One server in a process of its own, in Node, Bun or Deno: `host.mjs <file> <scenario> <measures>`.
import cluster from 'node:cluster';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { watchCollections } from './collections.mjs';
import { control, cpuTime } from './control.mjs';
import { portOf } from './port-of.mjs';

const [file = '', scenario = '', measures = ''] = process.argv.slice(2);
const { bun, deno } = process.versions;
// They have the observer and nothing to observe.
const observable = bun === undefined && deno === undefined;
const collections = observable && measures.split(',').includes('gc') ? watchCollections() : undefined;
/** @type {{ serve: import('../suite.mjs').Serve }} */
const { serve } = await import(pathToFileURL(file).href);
const served = await serve(scenario);

if (cluster.isPrimary) {
  if ('unavailable' in served) {
    process.stdout.write(`${JSON.stringify(served)}\n`, () => process.exit());
  } else {
    control(await portOf(served), { usage });
  }
}

/** What this process has used so far. */
function usage() {
  const { rss, heapUsed, external } = process.memoryUsage();
  const { idle, active } = performance.eventLoopUtilization?.() ?? {};
  return {
    cpu: cpuTime(),
    rss,
    // In kilobytes. A runtime that doesn't say can only be as large as it is.
    peakRss: Math.max(rss, (process.resourceUsage?.().maxRSS ?? 0) * 1_024),
    heap: heapUsed + external,
    idle,
    active,
    collections: collections?.(),
  };
}
