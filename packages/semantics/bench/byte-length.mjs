/** Counts bytes of texts of several lengths, with and without the scan for short ones. */

import assert from 'node:assert/strict';
import { byteLength } from '@nextpress/semantics/byte-length';
import { bench, do_not_optimize, run, summary } from 'mitata';

for (const length of [2, 5, 8, 13, 64, 1024]) {
  const text = 'x'.repeat(length);
  assert.equal(byteLength(text), Buffer.byteLength(text));
  const fresh = Array.from({ length: 1000 }, () => Buffer.from(text).toString('latin1'));
  let turn = 0;
  const next = () => /** @type {string} */ (fresh[turn++ % fresh.length]);
  summary(() => {
    bench(`${length} characters  byteLength`, () => do_not_optimize(byteLength(next())));
    bench(`${length} characters  Buffer.byteLength`, () => do_not_optimize(Buffer.byteLength(next())));
  });
}

await run();
