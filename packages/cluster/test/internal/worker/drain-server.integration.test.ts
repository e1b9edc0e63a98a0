import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { drainOf } from '@nextpress/lifecycle';
import { expect, test } from 'vitest';
import { drainServer } from '../../../src/internal/worker/drain-server.ts';

test('a closing worker serves a request that arrived while its event loop was blocked', async () => {
  const server = createServer((req, res) => {
    if (req.url !== '/blocking') return void res.end('kept');
    kept.write(requestOf('/arrived'));
    closed = drainServer({ server, drain, connections: drain.connections, hasListened: true }, () => 0);
    const start = performance.now();
    while (performance.now() - start < 60);
    res.end();
  });
  let closed: Promise<void> | undefined;
  const drain = drainOf(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const kept = connect(port, '127.0.0.1').setEncoding('latin1');
  kept.write(requestOf('/first'));
  await once(kept, 'data');
  let received = '';
  kept.on('data', (text) => {
    received += text;
  });
  const blocking = connect(port, '127.0.0.1').resume();
  blocking.write(requestOf('/blocking'));
  await once(kept, 'close');
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n.*kept$/s);
  await closed;
});

function requestOf(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
}
