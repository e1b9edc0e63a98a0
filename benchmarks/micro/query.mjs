// Query strings: Nextpress against what Node has.
import assert from 'node:assert/strict';
import querystring from 'node:querystring';
import { parseQuery } from '@nextpress/semantics/query';
import { bench, do_not_optimize, run, summary } from 'mitata';

const QUERIES = [
  'page=2',
  'limit=10&page=2&sort=name&order=desc',
  'q=two+words&name=J%C3%BCrgen&tag=a&tag=b',
];

/** @type {Record<string, (query: string) => unknown>} */
const parsers = {
  nextpress: parseQuery,
  querystring: (query) => querystring.parse(query),
  URLSearchParams: (query) => Object.fromEntries(new URLSearchParams(query)),
};

for (const query of QUERIES) {
  assert.deepEqual({ ...parseQuery(query) }, { ...querystring.parse(query) });
  const fresh = Array.from({ length: 1_000 }, () => Buffer.from(query).toString('latin1'));
  let turn = 0;
  summary(() => {
    for (const [name, parser] of Object.entries(parsers)) {
      bench(`${query}  ${name}`, () => do_not_optimize(parser(String(fresh[turn++ % fresh.length]))));
    }
  });
}
await run();
