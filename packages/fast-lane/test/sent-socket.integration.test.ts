import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { request, sameOnEveryLane } from './ecosystem/lanes.ts';
import { RawClient } from './ecosystem/raw-client.ts';

const script = fileURLToPath(new URL('sent-socket-child.mjs', import.meta.url));

test.each<[string, (res: ServerResponse) => unknown, string[]]>([
  ['ended', (res) => res.end('mine'), []],
  ['written', (res) => res.write('mine'), []],
  // Before Node 24, a response without a socket emits nothing about it.
  [
    'destroyed',
    (res) => res.destroy(),
    Number.parseInt(process.versions.node, 10) >= 24 ? ['res close'] : [],
  ],
  [
    'written to it',
    (res) => res.req.socket.write('mine', (error) => res.emit('told', error)),
    ['told ERR_SOCKET_CLOSED', 'Socket is closed', 'aborted', 'error', 'close'],
  ],
])(
  'a socket sent to another process belongs to it: data still %s here is dropped',
  async (_, response, expected) => {
    const child = fork(script);
    await once(child, 'message');
    try {
      const seen = await sameOnEveryLane(async (lane) => {
        const events: string[] = [];
        const server = lane.over(
          createServer((req, res) => {
            for (const event of ['aborted', 'close', 'error']) req.on(event, () => events.push(event));
            for (const event of ['finish', 'close', 'error'])
              res.on(event, () => events.push(`res ${event}`));
            res.on('told', (error: NodeJS.ErrnoException) => events.push(`told ${error.code}`));
            child.send('yours', req.socket);
            response(res);
          }),
        );
        server.on('clientError', (error) => events.push(error.message));
        await once(server.listen(0, '127.0.0.1'), 'listening');
        const client = await RawClient.open({ port: (server.address() as AddressInfo).port });
        const [received] = await client.exchange(request('GET /'));
        await client.close();
        // An HTTP server's method fails in Node once a socket was sent.
        NetServer.prototype.close.call(server);
        return [...events, received?.body];
      });
      expect(seen).toEqual([...expected, 'child']);
    } finally {
      child.disconnect();
    }
  },
);
