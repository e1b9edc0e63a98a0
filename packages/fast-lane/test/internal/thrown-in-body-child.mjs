// Serves in the lane given by the first argument; a body reader throws in a listener, in a tick after it, or after the end.
// Prints what the client received and the process's events, unless the error is supposed to crash the process.
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { fastLane } from '@nextpress/fast-lane';

const [lane = 'node', where = 'listener', parts = 'alone', errors = 'caught'] = process.argv.slice(2);
/** @type {unknown[]} */
const notes = [];
const fail = () => {
  throw new Error('thrown');
};

/** Throws after the end of the body, however it is read. @param {import('node:http').IncomingMessage} req */
function failAfter(req) {
  const take = Reflect.get(req, Symbol.for('nextpress.takeBody'));
  if (take?.() === undefined) req.on('end', fail).resume();
  else fail();
}

const server = createServer((req, res) => {
  notes.push(req.url);
  if (where === 'after') {
    res.end(req.url);
    if (req.method === 'POST') failAfter(req);
    return;
  }
  req.on('data', where === 'listener' ? fail : () => {});
  req.on('end', () => notes.push('end'));
  if (where === 'tick') process.nextTick(fail);
  res.end(req.url);
});
server.on(
  'clientError',
  (/** @type {Error & { code?: string, bytesParsed?: number, reason?: string }} */ error, socket) => {
    notes.push([error.message, error.code, error.reason, error.bytesParsed]);
    socket.destroy();
  },
);
if (lane !== 'node') fastLane(server, { lazy: lane === 'lazy' });

const head = 'POST /1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n';
const after = 'bodyGET /2 HTTP/1.1\r\nHost: localhost\r\n\r\n';
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const client = connect(port, '127.0.0.1');
  let text = '';
  /** @param {Error} error */
  const goOn = (error) => {
    notes.push(`uncaught ${error.message}`);
    client.write('GET /3 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  };
  if (errors === 'caught') process.on('uncaughtException', goOn);
  client.setEncoding('latin1').on('data', (chunk) => {
    if (text === '' && parts === 'two') client.write(after);
    text += chunk;
  });
  client.on('error', () => {});
  client.on('close', () => {
    server.close();
    process.stdout.write(JSON.stringify({ text: text.replace(/^Date: .*$/gm, ''), notes }));
  });
  client.write({ two: head, all: head + after }[parts] ?? `${head}body`);
});
