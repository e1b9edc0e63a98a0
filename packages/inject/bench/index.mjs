// Requests to an application without a socket.

import { inject } from '@nextpress/inject';
import { bench } from '@nextpress-internal/bench-kit';
import { order } from '@nextpress-internal/bench-kit/order';
import lightMyRequest from 'light-my-request';

/** @type {import('node:http').RequestListener} */
function listener(req, res) {
  let length = 0;
  req.on('data', (chunk) => {
    length += chunk.length;
  });
  req.on('end', () => {
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify({ url: req.url, length }));
  });
}

/** @typedef {{ method: 'GET' | 'POST', url: string, body: string | undefined }} Sent */

/** @param {(index: number) => string | undefined} bodyOf */
const requestsWith = (bodyOf) => ({
  inputs: Array.from({ length: 200 }, (_, index) => ({
    method: bodyOf(index) === undefined ? /** @type {const} */ ('GET') : /** @type {const} */ ('POST'),
    url: `/users/${index}`,
    body: bodyOf(index),
  })),
  variants: {
    '@nextpress/inject': async (/** @type {Sent} */ { method, url, body }) => {
      const response = await inject(listener, { method, url, ...(body !== undefined && { body }) });
      return { status: response.status, body: response.body };
    },
    'light-my-request': async (/** @type {Sent} */ { method, url, body }) => {
      const response = await lightMyRequest(listener, {
        method,
        url,
        ...(body !== undefined && { payload: body }),
      });
      return { status: response.statusCode, body: response.body };
    },
  },
});

await bench(import.meta.dirname, {
  measures: 'time per request',
  notes:
    "There is no parser and no socket: a request only costs the application's own time and Node's message objects.",
  functions: {
    GET: requestsWith(() => undefined),
    'POST of 1 kB': requestsWith(order),
  },
});
