// Serves in the lane given by the argument; a handler throws. Prints what the client received, and the process's
// events.
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { fastLane } from '@nextpress/fast-lane';

const [lane = 'node', heard = ''] = process.argv.slice(2);
/** @type {unknown[]} */
const notes = [];
process.on('uncaughtException', (error) => notes.push(`uncaught ${error.message}`));

const server = createServer((req, res) => {
  notes.push(req.url);
  if (req.url === '/throw') throw new Error('thrown');
  res.end(req.url);
});
if (heard) {
  server.on(
    'clientError',
    (/** @type {Error & { code?: string, bytesParsed?: number, reason?: string }} */ error, socket) => {
      notes.push([error.message, error.code, error.reason, error.bytesParsed]);
      socket.destroy();
    },
  );
}
if (lane !== 'node') fastLane(server, { lazy: lane === 'lazy' });
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const client = connect(port, '127.0.0.1');
  const requests = ['/1', '/throw', '/2'].map(
    (target) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  );
  let text = '';
  client.setEncoding('latin1').on('data', (chunk) => {
    if (text === '') client.write(requests.join(''));
    text += chunk;
  });
  client.on('error', () => {});
  client.on('close', () => {
    server.close();
    process.stdout.write(JSON.stringify({ text: text.replace(/^Date: .*$/gm, ''), notes }));
  });
  client.write(requests.join(''));
});
