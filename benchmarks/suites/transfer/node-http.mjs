import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { chunks } from '../../content/megabyte.mjs';

/** @type {import('../../suite.mjs').Serve} */
export const serve = () =>
  createServer((req, res) => {
    if (req.method === 'GET' && req.url === '/stream') {
      res.writeHead(200, { 'Content-Type': 'application/octet-stream' });
      Readable.from(chunks).pipe(res);
    } else if (req.method === 'POST' && req.url === '/upload') {
      receive(req, res);
    } else {
      res.writeHead(404).end();
    }
  });

/** @param {import('node:http').IncomingMessage} req @param {import('node:http').ServerResponse} res */
function receive(req, res) {
  /** @type {Buffer[]} */
  const parts = [];
  req.on('data', (part) => parts.push(part));
  req.on('end', () => {
    const body = JSON.stringify({ bytes: Buffer.concat(parts).length });
    res.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    });
    res.end(body);
  });
}
