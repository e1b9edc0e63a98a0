/** Answers without a socket: what a helper costs over the same answer written by hand on Node's own objects. */

import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { openRequest, patchPrototypes } from '@nextpress/core';
import { bench, do_not_optimize, run, summary } from 'mitata';

class Request extends IncomingMessage {}
class Response extends ServerResponse {}
patchPrototypes({ request: Request.prototype, response: Response.prototype });

/**
 * @typedef {ServerResponse & import('@nextpress/core').ResponseHelpers} Answer
 * @typedef {Request & import('@nextpress/core').RequestHelpers} Asked
 */

const req = new Request(new Socket());
req.method = 'GET';
req.url = '/users/7?full=1';
req.httpVersionMajor = 1;
req.httpVersionMinor = 1;

const message = { hello: 'world' };
const JSON_TYPE = 'application/json; charset=utf-8';

/** @type {Record<string, Record<string, (res: Answer) => unknown>>} */
const answers = {
  json: {
    'res.json': (res) => res.json(message),
    'by hand': (res) => {
      const text = JSON.stringify(message);
      res.writeHead(200, { 'Content-Type': JSON_TYPE, 'Content-Length': Buffer.byteLength(text) }).end(text);
    },
    'by hand, setHeader': (res) => {
      const text = JSON.stringify(message);
      res.setHeader('Content-Type', JSON_TYPE);
      res.setHeader('Content-Length', Buffer.byteLength(text));
      res.end(text);
    },
  },
  text: {
    'res.send': (res) => res.send('Hello, World!'),
    'by hand': (res) => {
      res
        .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': 13 })
        .end('Hello, World!');
    },
  },
  'over a field': {
    'res.set and res.json': (res) => res.set('X-A', 'b').json(message),
    'by hand': (res) => {
      const text = JSON.stringify(message);
      res.setHeader('X-A', 'b');
      res.writeHead(200, { 'Content-Type': JSON_TYPE, 'Content-Length': Buffer.byteLength(text) }).end(text);
    },
  },
};

/** @param {(res: Answer) => unknown} answer */
const headOf = (answer) => {
  const res = /** @type {Answer} */ (/** @type {unknown} */ (new Response(req)));
  res.sendDate = false;
  answer(res);
  const { outputData } = /** @type {{ outputData: { data: string }[] }} */ (/** @type {unknown} */ (res));
  return outputData.map(({ data }) => data).join('');
};

for (const [what, variants] of Object.entries(answers)) {
  const texts = Object.values(variants).map(headOf);
  for (const text of texts) assert.equal(text, texts[0]);
  summary(() => {
    for (const [name, answer] of Object.entries(variants)) {
      bench(`${what}  ${name}`, () => {
        const res = /** @type {Answer} */ (/** @type {unknown} */ (new Response(req)));
        do_not_optimize(answer(res));
      });
    }
  });
}

summary(() => {
  bench('a request  new', () => do_not_optimize(new Request(/** @type {Socket} */ (req.socket))));
  bench('a request  new, openRequest', () => {
    const opened = /** @type {Asked} */ (new Request(/** @type {Socket} */ (req.socket)));
    opened.url = req.url;
    do_not_optimize(openRequest(opened));
  });
});

await run();
