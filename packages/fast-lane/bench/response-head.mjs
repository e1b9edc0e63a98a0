/** Writes the heads of responses, beside Node's own way. */

import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { bench, do_not_optimize, run, summary } from 'mitata';

const modules = new URL('../dist/modules/internal/', import.meta.url);
/** @type {typeof import('../src/internal/response/lane-response.ts')} */
const { laneResponseClass } = await import(`${modules}lane-response.js`);

const LaneResponse = laneResponseClass(/** @type {any} */ (ServerResponse));

const req = new IncomingMessage(new Socket());
req.method = 'GET';
req.httpVersionMajor = 1;
req.httpVersionMinor = 1;

/** @typedef {import('node:http').ServerResponse & { _header: string }} Response */

const FIELDS = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': 17 };
const MORE = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  Vary: 'Accept-Encoding',
});

/** @type {Record<string, (res: Response) => unknown>} */
const WAYS = {
  'writeHead, two fields': (res) => res.writeHead(200, FIELDS),
  'five setHeader, then writeHead': (res) => {
    for (const [name, value] of MORE) res.setHeader(name, value);
    return res.writeHead(200, FIELDS);
  },
  'Set-Cookie with two values': (res) => res.writeHead(200, { ...FIELDS, 'Set-Cookie': ['a=1', 'b=2'] }),
};

for (const [name, write] of Object.entries(WAYS)) {
  /** @param {new (req: IncomingMessage) => unknown} Class */
  const headOf = (Class) => {
    const res = /** @type {Response} */ (new Class(req));
    write(res);
    return res._header;
  };
  const Lane = /** @type {new (req: IncomingMessage) => unknown} */ (/** @type {unknown} */ (LaneResponse));
  assert.equal(headOf(Lane), headOf(ServerResponse));
  summary(() => {
    bench(`${name}  the lane's response`, () => do_not_optimize(headOf(Lane)));
    bench(`${name}  Node's`, () => do_not_optimize(headOf(ServerResponse)));
  });
}

await run();
