// A listener of node:http on the fast lane.
import { createServer } from 'node:http';
import { fastLane } from '@nextpress/fast-lane';
import { bench } from '@nextpress-internal/bench-kit';
import { order } from '@nextpress-internal/bench-kit/order';

/** @type {import('node:http').RequestListener} */
function listener(req, res) {
  if (req.method === 'GET') {
    const text = JSON.stringify({ path: req.url, agent: req.headers['user-agent'] });
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
    res.end(text);
    return;
  }
  /** @type {Buffer[]} */
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', () => {
    const bytes = Buffer.concat(chunks);
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length });
    res.end(bytes);
  });
}

const variants = {
  '@nextpress/fast-lane': () => fastLane(createServer(listener)),
  'node:http': () => createServer(listener),
};

await bench(import.meta.dirname, {
  measures: 'server CPU time per request',
  notes:
    '`npm run bench:lane` also measures what the lane hands to Node: chunked bodies, HTTP/1.0 and short connections. [Performance](../../docs/performance.md) compares whole servers.',
  servers: {
    GET: { requests: Array.from({ length: 4_096 }, (_, index) => ({ path: `/users/${index}` })), variants },
    'POST of 1 kB': {
      requests: Array.from({ length: 1_000 }, (_, index) => ({
        method: 'POST',
        path: '/orders',
        body: order(index),
      })),
      variants,
    },
  },
});
