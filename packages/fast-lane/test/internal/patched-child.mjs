// Replaces a method of responses before the fast lane is loaded, as agents do, and prints whether it was called. The
// argument names the method.
import { createServer, ServerResponse } from 'node:http';
import { connect } from 'node:net';

const [name = 'end'] = process.argv.slice(2);
let isCalled = false;

const native = Reflect.get(ServerResponse.prototype, name);
Object.defineProperty(ServerResponse.prototype, name, {
  configurable: true,
  writable: true,
  value(/** @type {unknown[]} */ ...args) {
    isCalled = true;
    return Reflect.apply(native, this, args);
  },
});

const { fastLane } = await import('@nextpress/fast-lane');
const server = fastLane(
  createServer((req, res) => {
    res.setHeader('X-A', 'a');
    res.write(`${req.url} `);
    res.end(req.headers.host);
  }),
);
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const client = connect(port, '127.0.0.1');
  let text = '';
  client.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
    if (text.split('\r\n0\r\n\r\n').length < 3) return;
    client.destroy();
    server.close();
    const bodies = text.split(/HTTP[\s\S]*?\r\n\r\n/).slice(1);
    const contents = bodies.map((body) => body.replace(/\r\n0\r\n\r\n$|\r\n[\da-f]+\r\n|^[\da-f]+\r\n/g, ''));
    process.stdout.write(JSON.stringify({ bodies: contents, isCalled }));
  });
  const requests = ['/1', '/2'].map((target) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  client.write(requests.join(''));
});
