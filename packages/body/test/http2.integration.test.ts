import { once } from 'node:events';
import { connect, createServer, type Http2ServerRequest } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { textBody } from '@nextpress/body';
import { expect, onTestFinished, test } from 'vitest';

test('textBody reads a body of unknown length when the request comes from node:http2', async () => {
  const parse = textBody();
  const server = createServer((req: Http2ServerRequest & { body?: unknown }, res) => {
    // Middleware for HTTP/1.1 gets the objects of Node's compatibility API.
    parse(req as never, res as never, (error) => res.end(String(error ?? req.body)));
  });
  server.listen(0);
  await once(server, 'listening');
  const session = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    session.destroy();
    server.close();
  });

  const stream = session.request({ ':method': 'POST', 'content-type': 'text/plain' });
  stream.write('two ');
  await once(stream, 'ready');
  stream.end('frames');
  expect(await text(stream)).toBe('two frames');

  const empty = session.request({ ':method': 'POST', 'content-type': 'text/plain' }, { endStream: true });
  expect(await text(empty)).toBe('undefined');
});
