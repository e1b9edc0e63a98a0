import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { inspect } from 'node:util';
import { caseCount } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LazyHeaders } from '../src/internal/lazy-headers.ts';
import { headersOf } from '../src/internal/request-source.ts';

const lazyOf = (headers: IncomingHttpHeaders) =>
  new LazyHeaders({ headers } as IncomingMessage) as unknown as Headers;
const nativeOf = (headers: IncomingHttpHeaders) => headersOf({ headers } as IncomingMessage);

const name = fc.constantFrom('x-tea', 'cookie', 'constructor', '__proto__', 'set-cookie', 'host', 'x-b');
const asked = fc.oneof(
  name,
  fc.constantFrom('X-Tea', 'COOKIE', '', 'a b', 'é', 'x-tea ', 'toString', ':method'),
);
const received: fc.Arbitrary<IncomingHttpHeaders> = fc
  .array(fc.tuple(name, fc.stringMatching(/^[!-~]([ -~]{0,9}[!-~])?$/)), { maxLength: 5 })
  .map((pairs) =>
    Object.fromEntries(
      pairs
        .filter(([key]) => key !== '__proto__')
        .map(([key, value]) => [key, key === 'set-cookie' ? [value, 'b=2'] : value]),
    ),
  );
type Step = (headers: Headers) => unknown;
const step: fc.Arbitrary<Step> = fc.oneof(
  asked.map((key) => (headers: Headers) => headers.get(key)),
  asked.map((key) => (headers: Headers) => headers.has(key)),
  asked.map((key) => (headers: Headers) => headers.set(key, 'changed')),
  asked.map((key) => (headers: Headers) => headers.append(key, 'added')),
  asked.map((key) => (headers: Headers) => headers.delete(key)),
  fc.constantFrom<Step>(
    (headers) => [...headers],
    (headers) => [...headers.keys()],
    (headers) => [...headers.values()],
    (headers) => headers.getSetCookie(),
    (headers) => [...new Headers(headers)],
    (headers) => Object.fromEntries(headers.entries()),
  ),
);

function outcome(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return (error as Error).name;
  }
}

describe('LazyHeaders', () => {
  test('shows what the Headers of Node show, in any order of calls', () => {
    fc.assert(
      fc.property(received, fc.array(step, { minLength: 1, maxLength: 6 }), (headers, steps) => {
        const [lazy, native] = [lazyOf(headers), nativeOf(headers)];
        for (const run of steps) expect(outcome(() => run(lazy))).toEqual(outcome(() => run(native)));
      }),
      { numRuns: caseCount(1_000) },
    );
  });

  test('is an instance of Headers, and passes itself to forEach', () => {
    const lazy = lazyOf({ 'x-tea': 'green' });
    const seen: unknown[] = [];
    lazy.forEach((value, key, headers) => {
      seen.push(value, key, headers === lazy);
    });
    expect(seen).toEqual(['green', 'x-tea', true]);
    expect([lazy instanceof Headers, lazy.constructor === Headers]).toEqual([true, true]);
  });

  test('is inspected as the Headers of Node', () => {
    const headers = { 'x-tea': 'green' };
    expect(inspect(lazyOf(headers))).toBe(inspect(nativeOf(headers)));
    expect(inspect({ headers: lazyOf(headers) })).toBe(inspect({ headers: nativeOf(headers) }));
  });

  test('shows what middleware has changed until something makes all headers', () => {
    const headers: IncomingHttpHeaders = { 'x-tea': 'green' };
    const lazy = lazyOf(headers);
    headers['x-tea'] = 'black';
    expect(lazy.get('x-tea')).toBe('black');
  });
});
