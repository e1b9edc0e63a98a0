import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { multipart } from '../src/index.ts';
import { CONTENT_TYPE, formRequest, outcomeOf, part, serve } from './serve.ts';

const readForm = multipart({ storage: false });
const file = (name: string, size: number): Buffer =>
  part(`name="${name}"; filename="${name}.bin"`, Buffer.alloc(size, name));
const form = formRequest(file('a', 500_000), part('name="b"', '1'), file('c', 5), file('d', 500_000));

for (const lane of ["Node's lane", 'the fast lane']) {
  test(`in ${lane}, parts are yielded in order, with the bytes of files`, async () => {
    const port = await serve(
      readForm,
      async (req) => {
        const body: Record<string, unknown> = {};
        for await (const each of req.parts()) {
          body[each.fieldName] = each.kind === 'field' ? each.value : (await buffer(each.stream)).length;
        }
        return { body };
      },
      lane,
    );
    expect((await outcomeOf(port, form)).body).toEqual({ body: { a: 500_000, b: '1', c: 5, d: 500_000 } });
  });

  test(`in ${lane}, files that are not read are discarded`, async () => {
    const port = await serve(
      readForm,
      async (req) => {
        const names: string[] = [];
        for await (const { fieldName } of req.parts()) names.push(fieldName);
        return { message: names.join() };
      },
      lane,
    );
    expect((await outcomeOf(port, form)).body).toEqual({ message: 'a,b,c,d' });
  });

  test(`in ${lane}, leaving the loop discards the rest, and the connection stays usable`, async () => {
    const port = await serve(
      readForm,
      async (req) => {
        for await (const { fieldName } of req.parts()) return { message: fieldName };
      },
      lane,
    );
    expect((await outcomeOf(port, form)).body).toEqual({ message: 'a' });
    expect((await outcomeOf(port, [form, form])).body).toEqual({ message: 'a' });
  });

  test(`in ${lane}, a handler that throws in the loop is an error of the request`, async () => {
    const port = await serve(
      readForm,
      async (req) => {
        for await (const each of req.parts()) throw new Error(`refused ${each.fieldName}`);
      },
      lane,
    );
    expect(await outcomeOf(port, form)).toMatchObject({ status: 500, body: { message: 'refused a' } });
  });

  test(`in ${lane}, a handler that reads no part responds`, async () => {
    const port = await serve(readForm, () => ({ message: 'later' }), lane);
    expect((await outcomeOf(port, form)).body).toEqual({ message: 'later' });
  });
}

test('a file whose stream is destroyed is discarded', async () => {
  const port = await serve(readForm, async (req) => {
    const names: string[] = [];
    for await (const each of req.parts()) {
      names.push(each.fieldName);
      if (each.kind === 'file') for await (const _ of each.stream) break;
    }
    return { message: names.join() };
  });
  expect((await outcomeOf(port, form)).body).toEqual({ message: 'a,b,c,d' });
});

test('a limit that is exceeded while a file is read fails its stream and the loop', async () => {
  const errors: unknown[] = [];
  const small = multipart({ storage: false, limits: { fileSize: 100_000 } });
  const port = await serve(small, async (req) => {
    for await (const each of req.parts()) {
      if (each.kind !== 'file') continue;
      await buffer(each.stream).catch((error: unknown) => errors.push(error));
    }
  });
  expect(await outcomeOf(port, form)).toMatchObject({
    status: 413,
    body: { code: 'ERR_MULTIPART_FILE_SIZE' },
  });
  expect(errors).toEqual([expect.objectContaining({ code: 'ERR_MULTIPART_FILE_SIZE' })]);
});

test('a form that fails while no file is read rejects the next part, and is not an uncaught exception', async () => {
  const port = await serve(readForm, async (req) => {
    for await (const each of req.parts()) {
      if (each.kind === 'file') await new Promise((resolve) => req.once('close', resolve));
    }
  });
  const socket = connect(port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${CONTENT_TYPE}\r\nContent-Length: 1000000\r\n\r\n`);
  socket.end(file('a', 100_000));
  await new Promise((resolve) => socket.resume().once('close', resolve));
  await turn();
});

for (const lane of ["Node's lane", 'the fast lane']) {
  test(`in ${lane}, a file that is not read yet pauses the request`, async () => {
    const limits = { fileSize: '1gb', totalSize: '1gb' };
    const port = await serve(
      multipart({ storage: false, limits }),
      async (req) => {
        const sizes: number[] = [];
        for await (const each of req.parts()) {
          if (each.kind === 'field') continue;
          await expect.poll(() => req.isPaused()).toBe(true);
          sizes.push(each.size);
          await buffer(each.stream);
          sizes.push(each.size);
        }
        return { message: sizes.map((size) => (size < 2 ** 20 ? 'waits' : size)).join() };
      },
      lane,
    );
    const content = 32 * 2 ** 20;
    expect((await outcomeOf(port, formRequest(file('a', content)))).body.message).toBe(`waits,${content}`);
  });
}

test('fields that have not been taken pause the request', async () => {
  const port = await serve(readForm, async (req) => {
    const parts = req.parts();
    await parts.next();
    await expect.poll(() => req.isPaused()).toBe(true);
    const before = req.socket.bytesRead;
    for await (const _ of parts);
    return { message: before < 2 ** 20 ? 'paused' : 'flowed' };
  });
  const fields = Array.from({ length: 200 }, () => part('name="a"', 'x'.repeat(50_000)));
  expect((await outcomeOf(port, formRequest(...fields))).body.message).toBe('paused');
});

test('formData() contains the fields and files of the form', async () => {
  const port = await serve(readForm, async (req) => {
    const data = await req.formData();
    const values = Array.from(data, ([name, value]) => [
      name,
      typeof value === 'string' ? value : value.size,
    ]);
    return { body: Object.fromEntries(values), files: (await req.formData()) === data ? 1 : 2 };
  });
  expect((await outcomeOf(port, form)).body).toMatchObject({
    body: { a: 500_000, b: '1', c: 5, d: 500_000 },
  });
});

test('a form can be read only once', async () => {
  const port = await serve(multipart(), async (req) => {
    const data = await req.formData();
    for await (const _ of req.parts());
    return { files: [...data].length };
  });
  expect((await outcomeOf(port, form)).body.message).toMatch(/already read/);
});
