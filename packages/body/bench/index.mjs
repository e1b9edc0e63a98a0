// Bytes and text through the middleware, without a socket.

import { rawBody, textBody } from '@nextpress/body';
import { bench } from '@nextpress-internal/bench-kit';
import { parseBy, readBy } from '@nextpress-internal/bench-kit/body-request';
import { order } from '@nextpress-internal/bench-kit/order';
import bodyParser from 'body-parser';

const BYTES = 'application/octet-stream';
const TEXT = 'text/plain';

/** @param {number} orders In each body. */
const inputs = (orders) =>
  Array.from({ length: 100 }, (_, index) =>
    Buffer.from(Array.from({ length: orders }, (_, at) => order(31 * index + at)).join()),
  );

const bytes = {
  '@nextpress/body': parseBy(rawBody(), BYTES),
  'body-parser': parseBy(bodyParser.raw(), BYTES),
};
const text = {
  '@nextpress/body': parseBy(textBody(), TEXT),
  'body-parser': parseBy(bodyParser.text(), TEXT),
  'a handler that checks nothing': parseBy(
    readBy((body) => body),
    TEXT,
  ),
};
const comparable = (/** @type {Uint8Array} */ body) => Buffer.from(body).toString('latin1');

await bench(import.meta.dirname, {
  measures: 'time per body',
  notes:
    'JSON and forms are read in the same way: [`jsonBody()`](../json-body#speed), [`formBody()`](../form-body#speed).',
  functions: {
    '1 kB of bytes': { inputs: inputs(1), variants: bytes, comparable },
    '64 kB of bytes': { inputs: inputs(64), variants: bytes, comparable },
    '1 kB of text': { inputs: inputs(1), variants: text },
  },
});
