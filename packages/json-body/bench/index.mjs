// JSON bodies through the middleware, without a socket.

import { jsonBody } from '@nextpress/json-body';
import { bench } from '@nextpress-internal/bench-kit';
import { parseBy, readBy } from '@nextpress-internal/bench-kit/body-request';
import { order } from '@nextpress-internal/bench-kit/order';
import bodyParser from 'body-parser';

const TYPE = 'application/json';

const variants = {
  '@nextpress/json-body': parseBy(jsonBody(), TYPE),
  'body-parser': parseBy(bodyParser.json(), TYPE),
  'a handler that checks nothing': parseBy(readBy(JSON.parse), TYPE),
};

/** @param {number} orders In each body. */
const bodiesOf = (orders) => ({
  inputs: Array.from({ length: 100 }, (_, index) =>
    Buffer.from(`[${Array.from({ length: orders }, (_, at) => order(31 * index + at)).join()}]`),
  ),
  variants,
});

await bench(import.meta.dirname, {
  measures: 'time per body',
  notes:
    '`npm run bench -- --scenario echo --scenario validation` compares whole servers with bare `node:http`, Fastify, Hono and Express.',
  functions: { '1 kB': bodiesOf(1), '16 kB': bodiesOf(16) },
});
