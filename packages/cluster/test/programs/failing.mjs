// Its workers fail at once. It says how many handlers of signals are left when it knows.
import { startCluster } from '@nextpress/cluster';

try {
  await startCluster(() => process.exit(3), { workers: 1, restart: { maxFailures: 1 }, log: false });
} catch (error) {
  const { code } = /** @type {NodeJS.ErrnoException} */ (error);
  const handlers = process.listenerCount('SIGTERM') + process.listenerCount('SIGHUP');
  console.log(JSON.stringify({ code, handlers }));
}
