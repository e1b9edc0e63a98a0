// Bare Node as it is often written: without Content-Length, so that Node sends it chunked.
import { createServer } from 'node:http';
import { report } from '../report.mjs';

const server = createServer((_req, res) => {
  res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' });
  res.end(JSON.stringify({ hello: 'world' }));
});

report(server.listen(0));
