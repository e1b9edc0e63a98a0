import { Readable } from 'node:stream';
import type { BodyError } from '@nextpress/body';
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

test('objects and arrays are parsed, with white space before them', () => {
  expect(parseJson('{"a":[1]}', strict)).toEqual({ a: [1] });
  expect(parseJson(' \t\r\n[]', strict)).toEqual([]);
});

describe('strict refuses every other value, with 400', () => {
  test.each(['1', '"a"', 'null', 'true', '', ' ', '\u00a0{}', '\ufeff{}'])('%j', (text) => {
    expect(() => parseJson(text, strict)).toThrow(
      expect.objectContaining({ status: 400, code: 'ERR_BODY_NOT_JSON', type: 'entity.parse.failed' }),
    );
  });
});

test('without strict any value is accepted', () => {
  expect(parseJson('1', lenient)).toBe(1);
  expect(parseJson('null', lenient)).toBe(null);
  expect(() => parseJson('', lenient)).toThrow(SyntaxError);
});

test('malformed JSON is a 400 that says where and keeps the cause', () => {
  const error = caught(() => parseJson('{"a":}', strict));
  expect(error).toMatchObject({ status: 400, code: 'ERR_BODY_NOT_JSON', type: 'entity.parse.failed' });
  expect((error as Error).message).toMatch(/^The body is not valid JSON: Unexpected token/);
  expect((error as Error).cause).toBeInstanceOf(SyntaxError);
});

test('a reviver sees every key; what it throws is passed on as it is', () => {
  const dates = compileJsonSettings({
    reviver: (key, value) => (key === 'at' ? new Date(String(value)) : value),
  });
  expect(parseJson('{"at":"2026-11-21"}', dates)).toEqual({ at: new Date('2026-11-21') });
  const bug = new TypeError('reviver');
  const faulty = compileJsonSettings({
    reviver: () => {
      throw bug;
    },
  });
  expect(() => parseJson('{}', faulty)).toThrow(bug);
});

test.each([new SyntaxError('mine'), new RangeError('mine'), 'mine'])(
  'a reviver that throws %o is not taken for malformed JSON',
  (thrown) => {
    const faulty = compileJsonSettings({
      reviver: () => {
        throw thrown;
      },
    });
    expect(caught(() => parseJson('{"a":1}', faulty))).toBe(thrown);
  },
);

test('a reviver that throws undefined fails all the same', () => {
  const faulty = compileJsonSettings({
    reviver: () => {
      throw undefined;
    },
  });
  expect(() => parseJson('{}', faulty)).toThrow('the reviver threw undefined');
});

test('nesting deeper than the stack is a 400, with a reviver too', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  expect(() => parseJson(deep, compileJsonSettings({ reviver: (_key, value) => value }))).toThrow(
    expect.objectContaining({ status: 400 }),
  );
});

test('__proto__ and constructor are own properties and pollute nothing', () => {
  const value = parseJson('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}', strict);
  expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test('100,000 spaces are passed over like one', () => {
  expect(parseJson(`${' '.repeat(100_000)}{}`, strict)).toEqual({});
});

test('every text is accepted or refused as body-parser does it', async () => {
  const parse = json();
  const theirs = (text: string): Promise<unknown> =>
    new Promise((resolve) => {
      // body-parser reads any stream that has the fields of a request.
      const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
      const req = Object.assign(Readable.from([Buffer.from(text)]), { headers, body: undefined });
      parse(req as never, {} as never, (error) => {
        resolve(error === undefined ? req.body : (error as BodyError).type);
      });
    });
  const ours = (text: string): unknown => {
    try {
      return parseJson(text, strict);
    } catch (error) {
      return (error as BodyError).type;
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
    { numRuns: 200 },
  );
}, 60_000);
