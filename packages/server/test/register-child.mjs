// Listens with the option `fastLane` that the first argument names, sends itself a request, and prints the response and how many
// requests came through the fast lane.
import { once } from 'node:events';
import { fastLane } from '@nextpress/fast-lane';
import { createServer } from '@nextpress/server';

const app = createServer({ fastLane: process.argv[2] === 'true' });
app.get('/', (_req, res) => res.send('hello'));
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
const response = await fetch(`http://127.0.0.1:${port}`);
const text = await response.text();
process.stdout.write(JSON.stringify({ text, fast: fastLane(server).stats().fast }));
await app.close();
