// Serves a few requests in the lane given by the argument, under --trace-event-categories.
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { fastLane } from '@nextpress/fast-lane';

const [lane = 'node'] = process.argv.slice(2);
const server = createServer((req, res) => {
  res.statusCode = 203;
  if (req.url === '/late') setTimeout(() => res.end('responded to'), 5);
  else res.end('responded to');
});
if (lane !== 'node') fastLane(server, { lazy: lane === 'lazy' });
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const client = connect(port, '127.0.0.1');
  let received = '';
  client.setEncoding('latin1').on('data', (text) => {
    received += text;
    if (received.split('responded to').length < 5) return;
    client.destroy();
    server.close();
  });
  for (const path of ['/one', '/late', '/two']) client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  client.write('POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody');
});
