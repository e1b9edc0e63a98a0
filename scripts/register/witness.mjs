// Loaded behind the register entry: when the process ends, adds how many requests the lane has served to the file that
// REGISTER_WITNESS names. A suite that the lane doesn't serve proves nothing.
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { Server } from 'node:http';
import { Server as SecureServer } from 'node:https';

// A path in a variable: the scripts are type-checked before anything is built.
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
  if (process.env.REGISTER_WITNESS) appendFileSync(process.env.REGISTER_WITNESS, `${fast}\n`);
});
