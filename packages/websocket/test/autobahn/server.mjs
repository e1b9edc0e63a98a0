// The echo server that the Autobahn test suite expects, with this package or with `ws` alone.
import { createServer } from '@nextpress/server';
import { websocket } from '@nextpress/websocket';
import { WebSocketServer } from 'ws';

const LARGEST_MESSAGE = 16 * 1024 * 1024;

/** @param {import('ws').WebSocket} connection */
function echo(connection) {
  connection.on('message', (data, isBinary) => {
    connection.send(data, { binary: isBinary });
  });
}

/** @type {Record<string, () => import('node:http').Server | WebSocketServer>} */
const servers = {
  nextpress: () => {
    const limits = {
      maxBufferedAmount: Number.POSITIVE_INFINITY,
      maxMessagesPerSecond: Number.POSITIVE_INFINITY,
    };
    const app = websocket(createServer(), { maxPayload: LARGEST_MESSAGE, ...limits });
    app.ws('/', echo);
    return app.listen(0, '127.0.0.1');
  },
  ws: () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1', maxPayload: LARGEST_MESSAGE });
    server.on('connection', (connection) => {
      connection.on('error', () => {});
      echo(connection);
    });
    return server;
  },
};

const server = servers[process.argv[2] ?? '']?.();
server?.on('listening', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
});
