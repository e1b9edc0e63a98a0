// A server that shuts down by a signal: sends its port, and then a message for each request. It responds after the signal.
import { createServer } from 'node:http';
import { gracefulShutdown } from '@nextpress/lifecycle';

const server = createServer((_req, res) => {
  process.once('SIGTERM', () => setTimeout(() => res.end('late'), 20));
  process.send?.('request');
});
gracefulShutdown(server);
server.listen(0, '127.0.0.1', () => process.send?.(Object(server.address()).port));
