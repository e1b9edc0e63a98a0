// Primary and workers in one file, for CommonJS.
const http = require('node:http');
const { onClose, ready, startCluster, workerSlot } = require('@nextpress/cluster');

async function main() {
  const cluster = await startCluster(
    () => {
      const server = http.createServer((_req, res) => res.end(String(workerSlot())));
      server.listen(0, '127.0.0.1', () => {
        process.send?.(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
        ready();
      });
      onClose(() => console.log('closing'));
    },
    { workers: 1, ready: 'call', log: false, args: ['an argument'] },
  );
  cluster?.once('message', async (_worker, port) => {
    const response = await fetch(`http://127.0.0.1:${port}`);
    console.log(await response.text());
    await cluster.close();
  });
}

void main();
