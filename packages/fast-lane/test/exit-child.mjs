// Serves in the lane that the first argument names, prints its port, and ends in the way that the second one names, while it
// answers three pipelined requests.
import { createServer } from 'node:http';
import { fastLane } from '@nextpress/fast-lane';

/** @typedef {import('node:http').ServerResponse} ServerResponse */

/** @type {ServerResponse[]} */
const begun = [];

/** @param {ServerResponse} res */
const answer = (res) => res.end('answer');

/** What is done with the response of the request of that number. @type {Record<string, (res: ServerResponse, number: number) => void>} */
const ways = {
  behindAnswer(res, number) {
    answer(res);
    if (number === 2) process.exit();
  },
  beforeAnswer(res, number) {
    if (number === 2) process.exit();
    answer(res);
  },
  byError(res, number) {
    if (number === 2) throw new Error('on purpose');
    answer(res);
  },
  inTick(res, number) {
    answer(res);
    if (number === 3) process.nextTick(() => process.exit());
  },
  inMicrotask(res, number) {
    queueMicrotask(() => {
      answer(res);
      if (number === 3) process.exit();
    });
  },
  inTimer(_res, number) {
    if (number < 3) return;
    setTimeout(() => {
      for (const res of begun) answer(res);
      process.exit();
    }, 1);
  },
};

const [lane = 'node', way = 'behindAnswer'] = process.argv.slice(2);
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
