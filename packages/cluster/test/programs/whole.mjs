// Primary and workers in one file, as an ES module.
import http from 'node:http';
import { startCluster, workerSlot } from '@nextpress/cluster';

const cluster = await startCluster(
  () => {
    const server = http.createServer((_req, res) => res.end(String(workerSlot())));
    server.listen(0, '127.0.0.1', () => {
      process.send?.(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
    });
  },
  { workers: 2, log: false },
);
cluster?.once('message', async (_worker, port) => {
  const slots = [];
  for (let count = 0; count < 4; count++) {
    const response = await fetch(`http://127.0.0.1:${port}`, { headers: { Connection: 'close' } });
    slots.push(await response.text());
  }
  await cluster.close();
  console.log(JSON.stringify({ slots: slots.sort(), workers: cluster.workers.length }));
});
