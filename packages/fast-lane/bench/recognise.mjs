/** Recognises heads, and makes their field lines and tables of fields, beside Node's own parser. */

import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { bench, do_not_optimize, run, summary } from 'mitata';

const modules = new URL('../dist/modules/internal/', import.meta.url);
/** @type {typeof import('../src/internal/head/head.ts')} */
const { Head } = await import(`${modules}head.js`);
/** @type {typeof import('../src/internal/head/head-fields.ts')} */
const { rawFields } = await import(`${modules}head-fields.js`);
/** @type {typeof import('../src/internal/head/header-table.ts')} */
const { headersOf } = await import(`${modules}header-table.js`);
/** @type {typeof import('../src/internal/head/outcome.ts')} */
const { ORDINARY } = await import(`${modules}outcome.js`);
/** @type {typeof import('../src/internal/head/recognise.ts')} */
const { recognise } = await import(`${modules}recognise.js`);

// Only an import would have Node warn that this is on its way out; to compare with it is what is wanted.
const { HTTPParser } = createRequire(import.meta.url)('node:_http_common');
const onHeadersComplete = HTTPParser.kOnHeadersComplete | 0;

const BROWSER = [
  'Host: localhost:3000',
  'Connection: keep-alive',
  'Cache-Control: max-age=0',
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'Accept-Encoding: gzip, deflate, br, zstd',
  'Accept-Language: en-GB,en;q=0.9,de;q=0.8',
  'Sec-Fetch-Mode: navigate',
  'Upgrade-Insecure-Requests: 1',
  'Cookie: theme=dark; sid=s%3Aj4f8Q2nV7xKpT1mB.9cD0eR',
];

const HEADS = {
  'one field': 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'a browser': `GET /api/users/42?expand=orders HTTP/1.1\r\n${BROWSER.join('\r\n')}\r\n\r\n`,
  'forty fields': `GET / HTTP/1.1\r\nHost: localhost\r\n${Array.from({ length: 39 }, (_, index) => `X-Field-${index}: ${'v'.repeat(index)}`).join('\r\n')}\r\n\r\n`,
};

for (const [name, text] of Object.entries(HEADS)) {
  // As sockets read them: several in a chunk, each chunk other memory.
  const chunks = Array.from({ length: 50 }, () => Buffer.from(text.repeat(5), 'latin1'));
  const { length } = text;
  const head = new Head();
  let turn = 0;
  const readOwn = () => {
    const chunk = /** @type {Buffer} */ (chunks[turn++ % chunks.length]);
    for (let at = 0; at < chunk.length; at = head.end) {
      if (recognise(chunk, at, 16_384, head) !== ORDINARY) throw new Error('not ordinary');
    }
    return head.fields;
  };
  let count = 0;
  const parser = new HTTPParser();
  parser.initialize(HTTPParser.REQUEST, {});
  parser[onHeadersComplete] = (/** @type {unknown[]} */ ...[, , fields]) => {
    count = Array.isArray(fields) ? fields.length / 2 : 0;
  };
  const readNode = () => {
    parser.execute(/** @type {Buffer} */ (chunks[turn++ % chunks.length]));
    return count;
  };
  const texts = Array.from({ length: 50 }, () => Buffer.from(text, 'latin1').toString('latin1'));
  const start = text.indexOf('\r\n') + 2;
  const lines = () => rawFields(/** @type {string} */ (texts[turn++ % texts.length]), start);

  const tables = () => headersOf(/** @type {string} */ (texts[turn++ % texts.length]), start, false);
  const req = /** @type {any} */ (new IncomingMessage(new Socket()));
  const nodeTables = () => {
    const fields = lines();
    req.headers = null;
    req._addHeaderLines(fields, fields.length);
    return req.headers;
  };

  if (name !== 'forty fields') assert.equal(readOwn(), readNode());
  assert.equal(lines().length, 2 * readOwn());
  assert.deepEqual(Object.entries(tables()), Object.entries(nodeTables()));
  summary(() => {
    bench(`${name} (${length} octets), five in a chunk  recognise`, () => do_not_optimize(readOwn()));
    bench(`${name} (${length} octets), five in a chunk  llhttp, with the field lines made`, () =>
      do_not_optimize(readNode()),
    );
  });
  bench(`${name}  rawFields of one`, () => do_not_optimize(lines()));
  summary(() => {
    bench(`${name}  headersOf`, () => do_not_optimize(tables()));
    bench(`${name}  rawFields, and Node's getter`, () => do_not_optimize(nodeTables()));
  });
}

await run();
