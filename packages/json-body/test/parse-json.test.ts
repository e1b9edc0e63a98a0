import { Readable } from 'node:stream';
import type { BodyError } from '@nextpress/body';
import { caseCount } from '@nextpress-internal/test-kit';
import { json } from 'body-parser';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileJsonSettings } from '../src/json-body-options.ts';
import { parseJson } from '../src/parse-json.ts';

const strict = compileJsonSettings({});
const lenient = compileJsonSettings({ strict: false });

function caught(act: () => unknown): unknown {
  try {
    return act();
  } catch (thrown) {
    return thrown;
  }
}

test('parseJson parses objects and arrays after whitespace', () => {
  expect(parseJson('{"a":[1]}', strict)).toEqual({ a: [1] });
  expect(parseJson(' \t\r\n[]', strict)).toEqual([]);
});

describe('strict refuses other values', () => {
  test.each(['1', '"a"', 'null', 'true', '', ' ', '\u00a0{}', '\ufeff{}'])('%j', (text) => {
    const error = caught(() => parseJson(text, strict));
    expect(error).toBeInstanceOf(SyntaxError);
    expect(error).toHaveProperty('code', 'ERR_BODY_NOT_JSON');
  });
});

test('parseJson accepts any value without strict', () => {
  expect(parseJson('1', lenient)).toBe(1);
  expect(parseJson('null', lenient)).toBe(null);
  expect(() => parseJson('', lenient)).toThrow(SyntaxError);
});

test('parseJson adds a code to the error of JSON.parse', () => {
  const error = caught(() => parseJson('{"a":}', strict));
  expect(error).toBeInstanceOf(SyntaxError);
  expect((error as Error).message).toMatch(/^Unexpected token/);
  expect(error).toHaveProperty('code', 'ERR_BODY_NOT_JSON');
  expect(Object.keys(error as object)).toEqual([]);
});

test('a reviver is called for every key', () => {
  const dates = compileJsonSettings({
    reviver: (key, value) => (key === 'at' ? new Date(String(value)) : value),
  });
  expect(parseJson('{"at":"2026-11-21"}', dates)).toEqual({ at: new Date('2026-11-21') });
});

test.each([new TypeError('mine'), Object.assign(new RangeError('mine'), { status: 500 }), 'mine', undefined])(
  'what a reviver throws is thrown without its properties: %o',
  (thrown) => {
    const faulty = compileJsonSettings({
      reviver: () => {
        throw thrown;
      },
    });
    expect(caught(() => parseJson('{"a":1}', faulty))).toBe(thrown);
    expect(Object(thrown)).not.toHaveProperty('status');
  },
);

test('deep nesting is refused with 400, also with a reviver', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const reviver = (_key: string, value: unknown) => value;
  expect(() => parseJson(deep, compileJsonSettings({ reviver }))).toThrow(
    expect.objectContaining({ status: 400, type: 'entity.too.deep' }),
  );
  expect(() => parseJson(deep, compileJsonSettings({ reviver, depth: Number.POSITIVE_INFINITY }))).toThrow(
    RangeError,
  );
});

test('__proto__ and constructor become own properties', () => {
  const value = parseJson('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}', strict);
  expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test('parseJson skips 100,000 spaces in linear time', () => {
  expect(parseJson(`${' '.repeat(100_000)}{}`, strict)).toEqual({});
});

test('parseJson agrees with body-parser', async () => {
  const parse = json();
  const theirs = (text: string): Promise<unknown> =>
    new Promise((resolve) => {
      // body-parser accepts any stream with the headers of a request.
      const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
      const req = Object.assign(Readable.from([Buffer.from(text)]), { headers, body: undefined });
      parse(req as never, {} as never, (error) => {
        resolve(error === undefined ? req.body : (error as BodyError).type);
      });
    });
  const ours = (text: string): unknown => {
    try {
      return parseJson(text, strict);
    } catch {
      return 'entity.parse.failed';
    }
  };
  const texts = fc.oneof(
    fc.json(),
    fc.json().map((text) => text.slice(1)),
    fc.string({ minLength: 1, unit: 'binary' }),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      fc.pre(text !== '' && !text.startsWith('\ufeff'));
      expect(ours(text)).toEqual(await theirs(text));
    }),
    { numRuns: caseCount(200) },
  );
});
