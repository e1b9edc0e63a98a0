import { AsyncLocalStorage } from 'node:async_hooks';
import { connect } from 'node:net';
import { exchange, post, postChunks } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { multipart } from '../src/index.ts';
import { CONTENT_TYPE, formRequest, hosts, outcomeOf, part, serve } from './serve.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and more than sixteen bytes', 'latin1');

const form = (): FormData => {
  const data = new FormData();
  data.append('title', 'Grüße');
  data.append('tag', 'a');
  data.append('tag', 'b');
  data.append('photo', new Blob([PNG], { type: 'text/plain' }), 'photo.txt');
  data.append('note', new Blob(['hello'], { type: 'text/plain' }), 'note.txt');
  return data;
};

const expected = {
  body: {
    title: 'Grüße',
    tag: ['a', 'b'],
    photo: expect.objectContaining({
      fieldName: 'photo',
      name: 'photo.txt',
      type: 'image/png',
      size: PNG.length,
    }),
    note: { fieldName: 'note', name: 'note.txt', type: 'text/plain', size: 5, text: 'hello' },
  },
  files: 2,
};

for (const host of Object.keys(hosts)) {
  test(`in ${host}, fields and files are in req.body, and the files in req.files`, async () => {
    const port = await serve(multipart(), undefined, host);
    const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: form() });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(expected);
  });

  test(`in ${host}, a form that arrives byte by byte is the same`, async () => {
    const port = await serve(multipart(), undefined, host);
    const { body: stream, headers } = new Response(form());
    const bytes = Buffer.from(await new Response(stream).arrayBuffer());
    const type = `Content-Type: ${headers.get('content-type')}`;
    const chunks = Array.from(bytes, (byte) => Buffer.from([byte]));
    expect(await outcomeOf(port, postChunks([type], chunks))).toEqual({ status: 200, body: expected });
  });

  test(`in ${host}, a refused form leaves the connection usable`, async () => {
    const port = await serve(multipart({ limits: { fileSize: 10 } }), undefined, host);
    const big = formRequest(part('name="a"; filename="a"', Buffer.alloc(300_000)));
    const small = formRequest(part('name="a"', '1'));
    const responses = await exchange(port, [big, small], { responses: 2 });
    expect(responses.map(({ status }) => status)).toEqual([413, 200]);
  });
}

test.each(['memory', false] as const)(
  'with storage %j, a request without a body is an empty form',
  async (storage) => {
    const port = await serve(multipart({ storage }), async (req) => {
      const form = await req.formData();
      let files = req.files.length + [...form].length;
      if (storage === false) for await (const _ of req.parts()) files++;
      return { body: req.body, files };
    });
    const bodies = [
      'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n',
      `POST / HTTP/1.1\r\nHost: a\r\n${CONTENT_TYPE}\r\nContent-Length: 0\r\n\r\n`,
    ];
    for (const request of bodies) {
      expect(await outcomeOf(port, Buffer.from(request))).toEqual({
        status: 200,
        body: { body: {}, files: 0 },
      });
    }
  },
);

test.each(['memory', false] as const)(
  'with storage %j, a body of another type is refused with 415',
  async (storage) => {
    const port = await serve(multipart({ storage }));
    const { status, body } = await outcomeOf(port, post(['Content-Type: application/json'], '{}'));
    expect(status).toBe(415);
    expect(body).toMatchObject({
      code: 'ERR_BODY_TYPE',
      message: 'unsupported Content-Type: expected multipart/form-data, got "application/json"',
    });
    expect(await outcomeOf(port, post([], '{}'))).toMatchObject({
      status: 415,
      body: { message: 'unsupported Content-Type: expected multipart/form-data, got no Content-Type' },
    });
  },
);

test('a form that is compressed is refused with 415', async () => {
  const port = await serve(multipart());
  const request = post([CONTENT_TYPE, 'Content-Encoding: gzip'], 'x');
  expect(await outcomeOf(port, request)).toMatchObject({ status: 415, body: { code: 'ERR_CONTENT_CODING' } });
});

test.each([
  ['one header', ['X-A: b'.padEnd(17_000, 'b')]],
  ['many headers', Array<string>(5_000).fill('X: y')],
])('headers of a part of more than 16 KiB, as %s, are refused with 413', async (_name, headers) => {
  const port = await serve(multipart());
  const long = part([...headers, 'Content-Disposition: form-data; name="a"']);
  const expected = { status: 413, body: { code: 'ERR_MULTIPART_HEADER_SIZE' } };
  expect(await outcomeOf(port, formRequest(long))).toMatchObject(expected);
  expect(await outcomeOf(port, formRequest(part('name="b"', 'x'.repeat(80_000)), long))).toMatchObject(
    expected,
  );
  const chunks = Array.from({ length: 40 }, (_, index) => long.subarray(index * 500, (index + 1) * 500));
  expect(await outcomeOf(port, postChunks([CONTENT_TYPE], chunks))).toMatchObject(expected);
});

const a = part('name="a"', '12');
const file = part('name="f"; filename="f.txt"', '12345');

test.each([
  ['files', 1, 'ERR_MULTIPART_FILES', [file], [file, file]],
  ['fileSize', 5, 'ERR_MULTIPART_FILE_SIZE', [file], [part('name="f"; filename="f"', '123456')]],
  ['fields', 1, 'ERR_MULTIPART_FIELDS', [a], [a, a]],
  ['fieldSize', 2, 'ERR_MULTIPART_FIELD_SIZE', [a], [part('name="a"', '123')]],
  ['fieldNameSize', 2, 'ERR_MULTIPART_FIELD_NAME_SIZE', [part('name="\xc3\xbc"')], [part('name="abc"')]],
  ['parts', 2, 'ERR_MULTIPART_PARTS', [a, file], [a, file, a]],
  ['totalSize', 200, 'ERR_BODY_TOO_LARGE', [a], [part('name="a"', 'x'.repeat(150))]],
] as const)('limits.%s %i is allowed, and more is refused with %s', async (name, limit, code, most, more) => {
  const port = await serve(multipart({ limits: { [name]: limit } }));
  expect((await outcomeOf(port, formRequest(...most))).status).toBe(200);
  expect(await outcomeOf(port, formRequest(...more))).toMatchObject({
    status: 413,
    body: { code, message: expect.stringContaining(`(option "limits.${name}")`) },
  });
});

test('a declared length over limits.totalSize is refused before the body arrives', async () => {
  const port = await serve(multipart({ limits: { totalSize: 100 } }));
  const head = `POST / HTTP/1.1\r\nHost: a\r\n${CONTENT_TYPE}\r\nContent-Length: 1000\r\n\r\n`;
  expect(await outcomeOf(port, Buffer.from(head))).toMatchObject({
    status: 413,
    body: { code: 'ERR_BODY_TOO_LARGE' },
  });
});

test('a form with thousands of small parts is read', async () => {
  const port = await serve(multipart({ limits: { parts: 5_000, fields: 5_000 } }));
  const parts = Array.from({ length: 5_000 }, (_, index) => part(`name="n${index}"`, String(index)));
  const { body } = await outcomeOf(port, formRequest(...parts));
  expect(Object.keys(body.body ?? {})).toHaveLength(5_000);
});

test('inherited names and names with brackets are ordinary names', async () => {
  const port = await serve(multipart());
  const names = ['constructor', 'toString', 'a[b]', 'c[]', 'c[]'];
  const { body } = await outcomeOf(port, formRequest(...names.map((name) => part(`name="${name}"`, '1'))));
  expect(body.body).toEqual({ constructor: '1', toString: '1', 'a[b]': '1', 'c[]': ['1', '1'] });
});

test('a file input without a chosen file is left out', async () => {
  const port = await serve(multipart());
  const empty = part([
    'Content-Disposition: form-data; name="f"; filename=""',
    'Content-Type: application/octet-stream',
  ]);
  const { body } = await outcomeOf(port, formRequest(empty, part('name="g"; filename="g"')));
  expect(body).toMatchObject({ files: 1, body: { g: { size: 0 } } });
  expect(body.body).not.toHaveProperty('f');
});

test('a form that does not arrive in time is refused with 408', async () => {
  const port = await serve(multipart({ timeout: 20 }));
  const head = `POST / HTTP/1.1\r\nHost: a\r\n${CONTENT_TYPE}\r\nContent-Length: 1000\r\n\r\n`;
  expect(await outcomeOf(port, [Buffer.from(head), part('name="a"', '1')])).toMatchObject({
    status: 408,
    body: { code: 'ERR_BODY_TIMEOUT' },
  });
});

for (const lane of ["Node's lane", 'the fast lane']) {
  test(`in ${lane}, a client that disconnects in the middle of a file is an error for the handler`, async () => {
    const errors: unknown[] = [];
    const readForm = multipart();
    const port = await serve(
      (req, res, next) =>
        readForm(req, res, (error) => {
          errors.push(error);
          next(error);
        }),
      undefined,
      lane,
    );
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${CONTENT_TYPE}\r\nContent-Length: 100000\r\n\r\n`);
    socket.end(part('name="f"; filename="f"', 'x'.repeat(1_000)));
    await expect.poll(() => errors).toEqual([expect.objectContaining({ code: 'ECONNABORTED', status: 400 })]);
  });
}

test('a form that outer middleware has read is passed on', async () => {
  const [outer, inner] = [multipart(), multipart({ limits: { fields: 0 } })];
  const port = await serve((req, res, next) =>
    outer(req, res, (error) => (error ? next(error) : inner(req, res, next))),
  );
  expect(await outcomeOf(port, formRequest(a))).toEqual({
    status: 200,
    body: { body: { a: '12' }, files: 0 },
  });
});

test('a form is read in the async context of its request', async () => {
  const storage = new AsyncLocalStorage<number>();
  const readForm = multipart();
  const port = await serve(
    (req, res, next) => storage.run(7, () => readForm(req, res, next)),
    () => ({ files: storage.getStore() }),
  );
  expect((await outcomeOf(port, formRequest(a, file))).body.files).toBe(7);
});

test('a request whose body has been read is an error', async () => {
  const readForm = multipart();
  const port = await serve((req, res, next) => {
    req.resume().once('end', () => readForm(req, res, next));
  });
  expect(await outcomeOf(port, formRequest(a))).toMatchObject({
    status: 500,
    body: { code: 'ERR_BODY_NOT_READABLE' },
  });
});
