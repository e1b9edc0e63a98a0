/** Reads queries with nested names, against qs. */

import assert from 'node:assert/strict';
import { parseNestedQuery } from '@nextpress/semantics/nested-query';
import { bench, do_not_optimize, run, summary } from 'mitata';
import qs from 'qs';

const QUERIES = [
  'limit=10&page=2&sort=name&order=desc',
  'q=two+words&name=J%C3%BCrgen&tag=a&tag=b',
  'filter[status]=open&filter[tags][]=a&filter[tags][]=b&page[size]=20',
];

for (const query of QUERIES) {
  assert.deepEqual(parseNestedQuery(query), qs.parse(query, { allowPrototypes: true }));

  const fresh = Array.from({ length: 1000 }, () => Buffer.from(query, 'latin1').toString('latin1'));
  let turn = 0;
  const next = () => /** @type {string} */ (fresh[turn++ % fresh.length]);
  summary(() => {
    bench(`${query}  parseNestedQuery`, () => do_not_optimize(parseNestedQuery(next())));
    bench(`${query}  qs.parse`, () => do_not_optimize(qs.parse(next(), { allowPrototypes: true })));
  });
}

await run();
