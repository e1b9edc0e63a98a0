import type { BodyError } from '@nextpress/body';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkDepth, checkKeys } from '../src/json-budget.ts';

function refusal(check: () => void): unknown {
  try {
    check();
    return undefined;
  } catch (error) {
    const { status, code, type, limit } = error as BodyError;
    return { status, code, type, limit };
  }
}

const depthOf = (text: string, limit: number): unknown =>
  refusal(() => checkDepth(JSON.parse(text), text, limit));
const keysOf = (text: string, limit: number): unknown => refusal(() => checkKeys(text, limit));

describe('depth', () => {
  const refused = { status: 400, code: 'ERR_BODY_TOO_DEEP', type: 'entity.too.deep' };
  const nested = (depth: number, open = '[', close = ']', inner = ''): string =>
    open.repeat(depth) + inner + close.repeat(depth);

  test('is the number of nested brackets', () => {
    for (const limit of [1, 2, 10, 1_000]) {
      expect(depthOf(nested(limit), limit)).toBeUndefined();
      expect(depthOf(nested(limit + 1), limit)).toEqual({ ...refused, limit });
      expect(depthOf(nested(limit + 1, '{"a":', '}', '1'), limit)).toEqual({ ...refused, limit });
      expect(depthOf(`[0,"${'['.repeat(2_000)}",${nested(limit)}]`, limit)).toEqual({ ...refused, limit });
    }
  });

  test('ignores brackets in strings', () => {
    const strings = JSON.stringify(Array.from({ length: 100 }, () => '[{'.repeat(50)));
    expect(depthOf(strings, 1)).toBeUndefined();
    expect(depthOf(JSON.stringify({ '[[[[': ['"]}', '\\"[['] }), 2)).toBeUndefined();
    expect(depthOf(JSON.stringify('['.repeat(5_000)), 1)).toBeUndefined();
  });

  test('is small for a wide value', () => {
    const wide = Array.from({ length: 3_000 }, () => '[]').join(',');
    expect(depthOf(`[${wide}]`, 2)).toBeUndefined();
    expect(depthOf(`[${wide}]`, 1)).toEqual({ ...refused, limit: 1 });
    expect(depthOf(`[${wide},${nested(50)},${wide}]`, 50)).toEqual({ ...refused, limit: 50 });
    expect(depthOf(`[${wide},${nested(49)},${wide}]`, 50)).toBeUndefined();
  });

  test('of 500,000 is refused', () => {
    expect(depthOf(nested(500_000), 1_000)).toEqual({ ...refused, limit: 1_000 });
    expect(depthOf(nested(100_000, '[{"a":[],"b":', '}]', '1'), 1_000)).toEqual({ ...refused, limit: 1_000 });
    expect(depthOf(nested(500_000), Number.POSITIVE_INFINITY)).toBeUndefined();
  });

  test('agrees with a recursive count', () => {
    const walk = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(walk)) : 0;
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.integer({ min: 1, max: 6 }), (text, limit) => {
        expect(depthOf(text, limit) !== undefined).toBe(walk(JSON.parse(text)) > limit);
      }),
      { numRuns: 500 },
    );
  });
});

describe('keys', () => {
  const refused = { status: 413, code: 'ERR_BODY_TOO_MANY_KEYS', type: 'keys.too.many' };
  const object = (count: number): string => `{${Array.from({ length: count }, (_, i) => `"${i}":0`).join()}}`;

  test('of all objects are counted together', () => {
    expect(keysOf(object(10), 10)).toBeUndefined();
    expect(keysOf(object(11), 10)).toEqual({ ...refused, limit: 10 });
    expect(keysOf(`[${object(5)},{"a":${object(5)}}]`, 10)).toEqual({ ...refused, limit: 10 });
    expect(keysOf('{"":0}', 0)).toEqual({ ...refused, limit: 0 });
  });

  test('with one name are counted', () => {
    expect(keysOf(`{${'"a":0,'.repeat(1_000)}"a":0}`, 1_000)).toEqual({ ...refused, limit: 1_000 });
  });

  test('are counted without colons in strings', () => {
    expect(keysOf(JSON.stringify(['12:00:00'.repeat(1_000), '\\":":"\\\\', ':']), 1)).toBeUndefined();
    expect(keysOf(JSON.stringify({ '":"': ':::', b: '"' }), 2)).toBeUndefined();
    expect(keysOf(JSON.stringify({ '":"': ':::', b: '"' }), 1)).toEqual({ ...refused, limit: 1 });
  });

  test('agree with a scan of the text', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.integer({ min: 0, max: 8 }), (text, limit) => {
        let keys = 0;
        JSON.parse(text, function (this: unknown, _key, value) {
          if (!Array.isArray(this)) keys++;
          return value;
        });
        // The reviver is also called for the whole value.
        expect(keysOf(text, limit) !== undefined).toBe(keys - 1 > limit);
      }),
      { numRuns: 500 },
    );
  });

  test('of text that is not JSON are counted in linear time', () => {
    expect(keysOf(`"${'\\"'.repeat(100_000)}`, 10)).toBeUndefined();
    expect(keysOf(':'.repeat(100_000), 10)).toEqual({ ...refused, limit: 10 });
    expect(keysOf('":'.repeat(100_000), 10)).toEqual({ ...refused, limit: 10 });
  });
});
