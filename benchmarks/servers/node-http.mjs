// The fair form of bare Node: the whole head at once, with Content-Length.
import { createServer } from 'node:http';
import { report } from '../report.mjs';

const server = createServer((_req, res) => {
  const body = JSON.stringify({ hello: 'world' });
  res.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  res.end(body);
});

report(server.listen(0));
