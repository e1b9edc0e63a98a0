import type { RequestListener } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { capture } from '../../../scripts/child.mjs';
import { type InjectRequest, inject } from '../src/index.ts';

const echo: RequestListener = (req, res) => {
  res.setHeader('X-Framing', req.headers['content-length'] ?? req.headers['transfer-encoding'] ?? 'none');
  req.pipe(res);
};

async function* textParts(): AsyncGenerator<string> {
  yield 'gr';
  yield 'ün';
}

test.each<[string, () => unknown, string]>([
  ['text', () => 'grün', '5'],
  ['bytes', () => new TextEncoder().encode('grün'), '5'],
  ['a Node stream of bytes', () => new PassThrough().end('grün'), 'chunked'],
  ['a Node stream of text', () => new PassThrough().setEncoding('utf8').end('grün'), 'chunked'],
  ['a Node stream of text in another encoding', () => latin1Stream(), 'chunked'],
  ['a Node stream of objects that are text', () => Readable.from(['gr', 'ün']), 'chunked'],
  ['an async generator of text', textParts, 'chunked'],
  ['a web stream of text', () => ReadableStream.from(['gr', 'ün']), 'chunked'],
  ['a web stream of bytes', () => new Blob(['grün']).stream(), 'chunked'],
  ['a blob', () => new Blob(['grün']), 'chunked'],
])('inject() sends a body that is %s', async (_what, make, framing) => {
  const { body, headers } = await inject(echo, { method: 'POST', url: '/', body: make() });
  expect([body, headers['x-framing']]).toEqual(['grün', framing]);
});

function latin1Stream(): Readable {
  const stream = new PassThrough().setEncoding('latin1');
  stream.end(Buffer.from('grün', 'latin1'));
  return stream;
}

test('inject() sends a long stream of text no faster than it is read', async () => {
  const source = Readable.from(
    Array.from({ length: 2_000 }, () => Buffer.from('ü'.repeat(500))),
    {
      objectMode: false,
      encoding: 'utf8',
    },
  );
  const { body } = await inject(echo, { method: 'POST', url: '/', body: source });
  expect(body).toBe('ü'.repeat(1_000_000));
});

test.each<[string, () => unknown]>([
  ['a Node stream of numbers', () => Readable.from([1, 2])],
  ['a web stream of objects', () => ReadableStream.from([{ a: 1 }])],
])('inject() rejects for a body that is %s', async (_what, make) => {
  await expect(inject(echo, { method: 'POST', url: '/', body: make() })).rejects.toThrow(
    'Invalid chunk of the request body: expected bytes or a string.',
  );
});

test('inject() rejects with the error of a stream of text', async () => {
  const source = new PassThrough().setEncoding('utf8');
  source.write('text');
  setImmediate(() => source.destroy(new Error('lost')));
  await expect(inject(echo, { method: 'POST', url: '/', body: source })).rejects.toThrow('lost');
});

test.each<[string, unknown]>([
  ['url', 7],
  ['url', 'ftp://localhost/'],
  ['url', 'http://[/'],
  ['method', 7],
  ['method', null],
  ['method', 'GET /'],
  ['query', 'a=b'],
  ['query', ['a', 'b']],
  ['query', new URLSearchParams('a=b')],
  ['query', null],
  ['query', 1],
  ['headers', 'a: b'],
  ['headers', ['a', 'b']],
  ['headers', [['a', 'b'], 'c']],
  ['headers', null],
  ['cookies', 'a=b'],
  ['cookies', [['a', 'b']]],
  ['cookies', { 'a; b': 'c' }],
  ['cookies', null],
  ['signal', 'now'],
  ['signal', {}],
  ['signal', null],
  ['remoteAddress', 7],
  ['remoteAddress', null],
  ['body', () => 'text'],
  ['body', Symbol('text')],
])('inject() refuses %s: %o', async (name, value) => {
  const request = inject(echo, { url: '/', [name]: value } as InjectRequest);
  await expect(request).rejects.toThrow(TypeError);
  await expect(request).rejects.toThrow(`Invalid option "${name}" of inject(): expected `);
});

test.each<[string, unknown]>([
  ['query', { a: { b: 1 } }],
  ['query', { a: [null] }],
  ['headers', { a: { b: 1 } }],
  ['headers', new Map([['a', null]])],
  ['cookies', { a: null }],
  ['cookies', { a: Symbol('b') }],
])('inject() refuses a value in %s that is not a scalar: %o', async (name, value) => {
  const request = inject(echo, { url: '/', [name]: value } as InjectRequest);
  await expect(request).rejects.toThrow(`Invalid option "${name}.a" of inject(): expected `);
});

test.each([undefined, null, 7, ['/']])('inject() refuses the request %o', async (request) => {
  await expect(inject(echo, request as never)).rejects.toThrow(TypeError);
});

test('inject() rejects with a remedy when nextTick is faked, and works with other fake timers', async () => {
  const script = fileURLToPath(new URL('fake-timers-child.mjs', import.meta.url));
  const { code, output } = await capture(process.execPath, [script], { timeLimit: 30_000 });
  expect(code).toBe(0);
  expect(JSON.parse(output)).toEqual({
    faked: expect.stringContaining("doNotFake: ['nextTick']"),
    advanced: 'hello',
    notFaked: 'hello',
    real: 'hello',
  });
});
