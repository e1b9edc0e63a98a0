/** Reads queries, against what Node has built in. */

import assert from 'node:assert/strict';
import querystring from 'node:querystring';
import { parseQuery } from '@nextpress/semantics/query';
import { bench, do_not_optimize, run, summary } from 'mitata';

const QUERIES = [
  'page=2',
  'limit=10&page=2&sort=name&order=desc',
  'q=two+words&name=J%C3%BCrgen&tag=a&tag=b',
];

/** @param {string} query */
const withURLSearchParams = (query) => Object.fromEntries(new URLSearchParams(query));

for (const query of QUERIES) {
  assert.deepEqual({ ...parseQuery(query) }, { ...querystring.parse(query) });
  if (!query.includes('tag')) assert.deepEqual({ ...parseQuery(query) }, withURLSearchParams(query));

  const fresh = Array.from({ length: 1000 }, () => Buffer.from(query, 'latin1').toString('latin1'));
  let turn = 0;
  const next = () => /** @type {string} */ (fresh[turn++ % fresh.length]);
  summary(() => {
    bench(`${query}  parseQuery`, () => do_not_optimize(parseQuery(next())));
    bench(`${query}  querystring.parse`, () => do_not_optimize(querystring.parse(next())));
    bench(`${query}  URLSearchParams`, () => do_not_optimize(withURLSearchParams(next())));
  });
}

await run();
