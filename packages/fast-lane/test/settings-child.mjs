// Serves one raw exchange in the lane given by the first argument, and prints what came back. Run with command-line flags.
// The second argument holds the bytes of the requests as JSON.
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { fastLane } from '@nextpress/fast-lane';

const [lane = 'node', bytes = '""'] = process.argv.slice(2);
const server = createServer((req, res) => {
  res.sendDate = false;
  res.end(JSON.stringify(req.rawHeaders));
});
const { stats } =
  lane === 'node' ? { stats: () => ({ fast: 0 }) } : fastLane(server, { lazy: lane === 'lazy' });
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const client = connect(port, '127.0.0.1');
  let text = '';
  client.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  client.on('close', () => {
    server.close();
    process.stdout.write(JSON.stringify({ text, fast: stats().fast }));
  });
  client.end(Buffer.from(JSON.parse(bytes), 'latin1'));
});
