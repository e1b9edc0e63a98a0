// Serves one application in a process of its own: `host.mjs <file of servers/> <app> <variant>`. It prints its port,
// then replies to each line of stdin with a line of JSON, and exits at the end of stdin.
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';

const [file = '', app = '', variant = ''] = process.argv.slice(2);
/** @type {{ serve: import('../servers.mjs').Serve }} */
const { serve } = await import(`../servers/${file}.mjs`);
let server = await serve(app, variant);
if (variant === 'lane') {
  const { fastLane } = await import('@nextpress/fast-lane');
  server = fastLane(/** @type {import('node:http').Server} */ (server));
}
if (!server.listening) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

// No idle connection closes while others are measured.
server.keepAliveTimeout = 3_600_000;

/** @type {Record<string, () => unknown>} */
const replies = {
  usage() {
    const { user, system } = process.cpuUsage();
    const rss = process.memoryUsage.rss();
    return { cpu: user + system, rss, peakRss: Math.max(rss, process.resourceUsage().maxRSS * 1_024) };
  },
  async memory() {
    // Finalizers of one collection free what the next one finds.
    for (let round = 0; round < 3; round++) {
      await setImmediate();
      globalThis.gc?.();
    }
    const { heapUsed, external, rss } = process.memoryUsage();
    return { heap: heapUsed + external, rss };
  },
  stats: () => ('stats' in server && typeof server.stats === 'function' ? server.stats() : null),
  startProfile: async () => (await import('./profile.mjs')).startProfile(),
  stopProfile: async () => (await import('./profile.mjs')).stopProfile(),
};

// Ctrl-C reaches the whole process group, and the parent decides when this process ends.
process.on('SIGINT', () => {});
process.stdin.setEncoding('utf8');
process.stdin.on('data', async (question) => {
  const reply = await replies[String(question).trim()]?.();
  process.stdout.write(`${JSON.stringify(reply ?? null)}\n`);
});
process.stdin.on('end', () => process.exit());
const address = server.address();
process.stdout.write(`${JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 })}\n`);
