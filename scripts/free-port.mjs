import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems give other ports to clients and to `listen(0)`: Linux from 32768 on, macOS and Windows from 49152 on. */
const FIRST = 20_000;
const LAST = 32_000;

/**
 * A port that nothing listens on. Tests that run at the same time would soon get one from `listen(0)`, or connect from it; they do not get this
 * one.
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
