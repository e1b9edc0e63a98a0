// `node server.mjs` serves the shop, and its metrics on another port.
import { once } from 'node:events';
import { createApp } from './app.mjs';
import { createMetrics } from './metrics.mjs';

/** @typedef {import('node:http').Server & { stats?(): import('nextpress').LaneStats }} LaneServer */

/** @type {LaneServer | undefined} */
let server;
const metrics = createMetrics(() => server?.stats?.());
const app = createApp(metrics.plugin);

// SIGTERM and SIGINT close both servers after pending responses.
app.addHook('onClose', async () => {
  await metrics.endpoint.close();
});
server = app.listen(Number(process.env.PORT ?? 3000), { signals: true });
const prometheus = metrics.endpoint.listen(Number(process.env.METRICS_PORT ?? 9464));
await Promise.all([once(server, 'listening'), once(prometheus, 'listening')]);

console.log(`
  The shop runs at ${urlOf(server)}, its metrics at ${urlOf(prometheus)}/metrics

    curl ${urlOf(server)}/products/7
    curl ${urlOf(prometheus)}/metrics
`);

/** @param {import('node:http').Server} listening */
function urlOf(listening) {
  const address = listening.address();
  return `http://localhost:${typeof address === 'object' ? address?.port : address}`;
}
