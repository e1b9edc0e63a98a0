// A server that shuts down by a signal: sends its port, and then a message for each request.
import { createServer } from 'node:http';
import { gracefulShutdown } from '@nextpress/lifecycle';

const server = createServer((_req, res) => {
  process.send?.('request');
  setTimeout(() => res.end('late'), 100);
});
gracefulShutdown(server);
server.listen(0, '127.0.0.1', () => process.send?.(Object(server.address()).port));
