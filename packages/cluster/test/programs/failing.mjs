// Its workers fail immediately. It then reports how many signal handlers are left.
import { startCluster } from '@nextpress/cluster';

try {
  await startCluster(() => process.exit(3), { workers: 1, restart: { maxFailures: 1 }, log: false });
} catch (error) {
  const { code } = /** @type {NodeJS.ErrnoException} */ (error);
  const handlers = process.listenerCount('SIGTERM') + process.listenerCount('SIGHUP');
  console.log(JSON.stringify({ code, handlers }));
}
