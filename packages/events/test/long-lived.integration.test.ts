import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { endLongLived, endOnShutdown, stopEnding } from '../src/long-lived.ts';

test('endLongLived ends open responses once, and those that start until stopEnding is called', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {}).resume();
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const [, res] = (await once(server, 'request')) as [unknown, ServerResponse];
  const ended: string[] = [];
  const start = (name: string): void => endOnShutdown(res, () => ended.push(name));
  start('early');
  endLongLived(server);
  start('during');
  stopEnding(server);
  start('later');
  expect(ended).toEqual(['early', 'during']);
  res.end();
  await once(res, 'finish');
  endLongLived(server);
  expect(ended).toEqual(['early', 'during']);
});

test('endOnShutdown ignores a response without a server', () => {
  expect(() => endOnShutdown({ req: undefined } as never, expect.fail)).not.toThrow();
});
