import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems assign to clients and `listen(0)`: from 32768 on Linux, from 49152 on macOS and Windows. */
const FIRST = 20_000;
const LAST = 32_000;

/**
 * Returns a port on which nothing listens. A port from `listen(0)` could soon be taken by a concurrent test, as a server or a client; this one
 * cannot.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    const server = createServer();
    const opened = once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.listen(port);
    if (!(await opened)) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
