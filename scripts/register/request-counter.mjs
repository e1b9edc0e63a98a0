// Loaded after the register entry: at exit, appends the number of requests that the fast lane has served to the file
// REGISTER_REQUESTS. A suite without such requests proves nothing.
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { Server } from 'node:http';
import { Server as SecureServer } from 'node:https';

// In a variable, so that the scripts are type-checked before the build.
const built = new URL('../../packages/fast-lane/dist/index.js', import.meta.url).href;
/** @type {{ fastLane(server: Server | SecureServer): { stats(): { fast: number } } }} */
const { fastLane } = await import(built);

/** @type {Set<Server | SecureServer>} */
const servers = new Set();

subscribe('tracing:net.server.listen:asyncStart', (message) => {
  const { server } = /** @type {{ server: unknown }} */ (message);
  if (server instanceof Server || server instanceof SecureServer) servers.add(server);
});

process.on('exit', () => {
  let fast = 0;
  for (const server of servers) fast += fastLane(server).stats().fast;
  if (process.env.REGISTER_REQUESTS) appendFileSync(process.env.REGISTER_REQUESTS, `${fast}\n`);
});
