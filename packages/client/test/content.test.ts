import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { contentOf } from '../src/content.ts';

function sent(body: unknown, form?: unknown, given: Record<string, string> = {}) {
  const headers = new Headers(given);
  const content = contentOf(body, form, headers);
  return { ...content, type: headers.get('Content-Type') };
}

test.each([
  ['text', '"text"'],
  [[1n, { at: new Date(0) }], '[1,{"at":"1970-01-01T00:00:00.000Z"}]'],
  [Object.assign(Object.create(null), { a: null }), '{"a":null}'],
  [
    new (class Order {
      total = 1;
    })(),
    '{"total":1}',
  ],
])('a body %o is sent as JSON', (body, text) => {
  expect(sent(body)).toEqual({ body: text, type: 'application/json' });
});

test('the Content-Type of the request is used, except for a form', () => {
  expect(sent({}, undefined, { 'Content-Type': 'application/merge-patch+json' }).type).toBe(
    'application/merge-patch+json',
  );
  expect(sent(new FormData(), undefined, { 'Content-Type': 'application/json' }).type).toBeNull();
});

test('without a body nothing is sent', () => {
  expect(sent(undefined)).toEqual({ type: null });
});

test.each([new FormData(), new URLSearchParams(), new Blob(['a']), new ArrayBuffer(1), new Uint8Array(1)])(
  '%o is sent unchanged',
  (body) => {
    expect(sent(body).body).toBe(body);
  },
);

test('a Node stream is sent as a web stream', async () => {
  const { body, duplex } = sent(Readable.from([Buffer.from('a'), Buffer.from('b')]));
  expect(await new Response(body as ReadableStream).text()).toBe('ab');
  expect(duplex).toBe('half');
});

test('a form has fields, files, and a part for each item of an array', () => {
  const file = new File(['a'], 'a.txt');
  const form = {
    name: 'Ada',
    at: new Date(0),
    n: 1,
    none: undefined,
    list: ['a', 'b'],
    files: [file],
    blob: new Blob(['b']),
  };
  const { body, type } = sent(undefined, form);
  const entries = [...(body as FormData)].map(([name, value]) => [
    name,
    value instanceof File ? value.name : value,
  ]);
  expect(entries).toEqual([
    ['name', 'Ada'],
    ['at', '1970-01-01T00:00:00.000Z'],
    ['n', '1'],
    ['list', 'a'],
    ['list', 'b'],
    ['files', 'a.txt'],
    ['blob', 'blob'],
  ]);
  expect(type).toBeNull();
});

const oldStream = Object.assign(Object.create({ pipe() {} }), { _streams: ['a'] });

test.each([
  [new Map([['a', 1]]), 'an instance of Map'],
  [new Set(), 'an instance of Set'],
  [Promise.resolve(1), 'an instance of Promise'],
  [/a/, 'an instance of RegExp'],
  [oldStream, 'Send a FormData'],
  [new Blob([]), 'Send it as "form"'],
  [new Uint8Array(2), 'an instance of Uint8Array'],
  [Number.NaN, 'got NaN'],
  [Number.NEGATIVE_INFINITY, 'got -Infinity'],
])('%o in a body throws instead of being sent as something else', (value, message) => {
  expect(() => sent({ deep: [{ value }] })).toThrow(message);
  expect(() => sent({ deep: [{ value }] })).toThrow('"value" in the body');
});

test.each([
  [{ a: null }, 'form "a": expected a string, a number, a boolean or a Date, got null'],
  [{ a: { b: 1 } }, 'form "a": expected a string, a number, a boolean or a Date, got an object'],
  [[1], 'Invalid form: expected an object, got an array'],
])('a form %j throws', (form, message) => {
  expect(() => sent(undefined, form)).toThrow(message);
});

test('a body and a form throw', () => {
  expect(() => sent({}, {})).toThrow('expected either "body" or "form", got both');
});
