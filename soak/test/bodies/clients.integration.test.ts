import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { late } from '../../bodies/clients.mjs';

test.each([
  [
    'told that it is too slow, and then reset,',
    'HTTP/1.1 408 Request Timeout\r\nContent-Length: 2\r\n\r\n{}',
    1,
  ],
  ['reset', '', 0],
])('a slow client that is %s goes on', async (_what, answer, refused) => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(answer);
      setTimeout(() => socket.resetAndDestroy(), 50);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const tally = { answered: 0, refused: 0, left: 0, late: 0, faults: [] };
  await late((server.address() as AddressInfo).port, tally);
  expect(tally).toEqual({ answered: 0, refused, left: 0, late: 1, faults: [] });
  server.close();
});
