// Serves in the lane given by the first argument, prints its port, and exits in the way given by the second, while it
// responds to three pipelined requests.
import { createServer } from 'node:http';
import { fastLane } from '@nextpress/fast-lane';

/** @typedef {import('node:http').ServerResponse} ServerResponse */

/** @type {ServerResponse[]} */
const begun = [];

/** @param {ServerResponse} res */
const response = (res) => res.end('response');

/** Handles the response to the request with that number. @type {Record<string, (res: ServerResponse, number: number) => void>} */
const ways = {
  afterResponse(res, number) {
    response(res);
    if (number === 2) process.exit();
  },
  beforeResponse(res, number) {
    if (number === 2) process.exit();
    response(res);
  },
  byError(res, number) {
    if (number === 2) throw new Error('on purpose');
    response(res);
  },
  inTick(res, number) {
    response(res);
    if (number === 3) process.nextTick(() => process.exit());
  },
  inMicrotask(res, number) {
    queueMicrotask(() => {
      response(res);
      if (number === 3) process.exit();
    });
  },
  inTimer(_res, number) {
    if (number < 3) return;
    setTimeout(() => {
      for (const res of begun) response(res);
      process.exit();
    }, 1);
  },
};

const [lane = 'node', way = 'afterResponse'] = process.argv.slice(2);
const server = createServer((_req, res) => {
  res.sendDate = false;
  begun.push(res);
  ways[way]?.(res, begun.length);
});
if (lane !== 'node') fastLane(server, { lazy: lane === 'lazy' });
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.stdout.write(`${port}\n`);
});
