/** Reads request targets as a server gets them: each a fresh string. */

import assert from 'node:assert/strict';
import { canonicalPathEnd, parseRequestTarget } from '@nextpress/semantics/request-target';
import { bench, do_not_optimize, run, summary } from 'mitata';

const TARGETS = ['/', '/users/123456', '/api/v1/users/42/posts?limit=10&page=2', '/a/%2e%2e/%61dmin?x=1'];
const PATH = /^\/(?:[\w~!$&'()*+,;=:@/-]|(?<!\/)\.)*(?=\?|$)/;

/** @param {string} target */
const withRegExp = (target) => PATH.exec(target)?.[0].length ?? -1;
/** @param {string} target */
const withURL = (target) => new URL(target, 'http://localhost').pathname.length;
/** @param {string} target */
const withSplit = (target) => decodeURIComponent(target.split('?', 1)[0] ?? '').length;

for (const target of TARGETS) {
  const end = canonicalPathEnd(target);
  assert.equal(withRegExp(target), end);
  const pathname = parseRequestTarget(target)?.pathname ?? '';
  assert.equal(withURL(target), end === -1 ? withURL(target) : pathname.length);

  // A thousand strings, so that none is known to be canonical.
  const fresh = Array.from({ length: 1000 }, () => Buffer.from(target, 'latin1').toString('latin1'));
  let turn = 0;
  const next = () => /** @type {string} */ (fresh[turn++ % fresh.length]);
  summary(() => {
    bench(`${target}  canonicalPathEnd`, () => do_not_optimize(canonicalPathEnd(next())));
    bench(`${target}  parseRequestTarget`, () => do_not_optimize(parseRequestTarget(next())));
    bench(`${target}  regular expression`, () => do_not_optimize(withRegExp(next())));
    bench(`${target}  split and decodeURIComponent`, () => do_not_optimize(withSplit(next())));
    bench(`${target}  new URL`, () => do_not_optimize(withURL(next())));
  });
}

await run();
