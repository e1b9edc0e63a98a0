// Preloaded where Nextpress runs: counts the requests that the fast lane has read, and leaves servers to Node when told to.
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { Server } from 'node:http';

/** True of requests that the fast lane has read. */
const ORDINARY = Symbol.for('nextpress.ordinary');

const file = process.env.LANE_COUNT;
let count = 0;
let written = -1;

subscribe('http.server.request.start', (message) => {
  const { request } = /** @type {{ request: Record<symbol, unknown> }} */ (message);
  if (request[ORDINARY] === true) count++;
});

if (process.env.NEXTPRESS_FAST_LANE === 'off') {
  subscribe('tracing:net.server.listen:asyncStart', (message) => {
    const { server } = /** @type {{ server: unknown }} */ (message);
    // The variable concerns the `register` entry; servers with this setting, whose value is Node's own, are left to Node.
    if (server instanceof Server) server.maxHeadersCount = 2000;
  });
}

function write() {
  if (file === undefined || count === written) return;
  writeFileSync(file, `${count}`);
  written = count;
}

setInterval(write, 50).unref();
// A suite of tests ends by itself.
process.on('exit', write);
