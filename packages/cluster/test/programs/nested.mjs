// Starts a cluster in a worker of node:cluster.
import cluster from 'node:cluster';
import { startCluster } from '@nextpress/cluster';

if (cluster.isPrimary) cluster.fork();
else {
  await startCluster(() => {}).catch(({ message }) => console.log(message));
  process.exit();
}
