import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { multipart } from '../src/index.ts';
import { CONTENT_TYPE, formRequest, outcomeOf, part, serve } from './serve.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nextpress-multipart-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const file = (content: string | Buffer, filename = 'a.txt'): Buffer =>
  part(`name="file"; filename="${filename}"`, content);
const HEAD = `POST / HTTP/1.1\r\nHost: a\r\n${CONTENT_TYPE}\r\nContent-Length: 1000000\r\n\r\n`;

const lanes = ["Node's lane", 'the fast lane'];

test('a folder is created at startup, and its files get random names', async () => {
  const folder = join(temporaryFolder(), 'new/uploads');
  const readForm = multipart({ storage: { folder } });
  expect(statSync(folder).isDirectory()).toBe(true);
  const port = await serve(readForm, async ({ files: [first] }) => ({
    name: first?.name,
    size: first?.size,
    folder: dirname(String(first?.path)) === folder,
    isRandom: /^[\da-f-]{36}$/.test(basename(String(first?.path))),
    onDisk: readFileSync(String(first?.path), 'utf8') === (await first?.text()),
  }));
  const { body } = await outcomeOf(port, formRequest(file('content', '../../a.txt')));
  expect(body).toEqual({ name: 'a.txt', size: 7, folder: true, isRandom: true, onDisk: true });
  expect(readdirSync(folder)).toHaveLength(1);
});

test.each([
  ['..\\\\..\\\\boot.ini', 'boot.ini'],
  ['/etc/passwd', 'passwd'],
  ['a\0b.png', 'ab.png'],
  ['..', ''],
  ['C:\\\\a\\\\', ''],
  ['CON', 'CON'],
])('the hostile file name %j is shown as %j, and is not a path', async (sent, shown) => {
  const folder = temporaryFolder();
  const port = await serve(multipart({ storage: { folder } }), ({ files }) => ({ message: files[0]?.name }));
  const outcome = await outcomeOf(port, formRequest(file('x', sent)));
  // A NUL is not allowed in a header.
  if (sent.includes('\0')) expect(outcome.status).toBe(400);
  else expect(outcome.body.message).toBe(shown);
  expect(readdirSync(folder)).toHaveLength(sent.includes('\0') ? 0 : 1);
});

for (const lane of lanes) {
  test(`in ${lane}, a client that disconnects leaves no file behind`, async () => {
    const folder = temporaryFolder();
    const errors = new EventEmitter();
    const readForm = multipart({ storage: { folder } });
    const port = await serve(
      (req, res, next) =>
        readForm(req, res, (error) => {
          errors.emit('refused', error);
          next(error);
        }),
      undefined,
      lane,
    );
    const socket = connect(port, '127.0.0.1');
    socket.write(HEAD);
    socket.write(Buffer.concat([file('first'), file('x'.repeat(100_000))]));
    await expect.poll(() => readdirSync(folder)).toHaveLength(2);
    const refused = once(errors, 'refused');
    socket.destroy();
    expect(await refused).toEqual([expect.objectContaining({ code: 'ECONNABORTED' })]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test(`in ${lane}, a limit that is exceeded in the second file leaves no file behind`, async () => {
    const folder = temporaryFolder();
    const port = await serve(
      multipart({ storage: { folder }, limits: { fileSize: 100_000 } }),
      undefined,
      lane,
    );
    const request = formRequest(file('first'), file(Buffer.alloc(400_000)));
    expect((await outcomeOf(port, request)).status).toBe(413);
    expect(readdirSync(folder)).toEqual([]);
  });
}

test('a form that is cut off leaves no file behind', async () => {
  const folder = temporaryFolder();
  const port = await serve(multipart({ storage: { folder } }));
  const cut = Buffer.concat([file('first'), file('second')]).subarray(0, -5);
  const head = `POST / HTTP/1.1\r\nHost: a\r\n${CONTENT_TYPE}\r\nContent-Length: ${cut.length}\r\n\r\n`;
  expect(await outcomeOf(port, [Buffer.from(head), cut])).toMatchObject({
    status: 400,
    body: { code: 'ERR_MULTIPART_MALFORMED' },
  });
  expect(readdirSync(folder)).toEqual([]);
});

test('a slow client that runs out of time leaves no file behind', async () => {
  const folder = temporaryFolder();
  const port = await serve(multipart({ storage: { folder }, timeout: 50 }));
  const outcome = await outcomeOf(port, [Buffer.from(HEAD), file('first'), file('x'.repeat(100))]);
  expect(outcome).toMatchObject({ status: 408, body: { code: 'ERR_BODY_TIMEOUT' } });
  expect(readdirSync(folder)).toEqual([]);
});

/** Lets `writev()` take only half of the first chunk. Returns the prototype of file handles. */
async function writeHalves(): Promise<FileHandle> {
  const handle = await open(import.meta.filename);
  await handle.close();
  const prototype: FileHandle = Object.getPrototypeOf(handle);
  const { writev, writeFile } = prototype;
  const writeHalf = function (this: FileHandle, [first]: readonly Buffer[]) {
    return writev.call(this, [first?.subarray(0, Math.ceil(first.length / 2)) as Buffer]);
  };
  Object.assign(prototype, { writev: writeHalf });
  onTestFinished(() => void Object.assign(prototype, { writev, writeFile }));
  return prototype;
}

test('a full disk is an error of the request, and leaves no file behind', async () => {
  const folder = temporaryFolder();
  const port = await serve(multipart({ storage: { folder } }));
  const sizes: number[] = [];
  const prototype = await writeHalves();
  prototype.writeFile = async () => {
    for (const name of readdirSync(folder)) sizes.push(statSync(join(folder, name)).size);
    throw Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' });
  };
  const request = formRequest(file('x'), file(Buffer.alloc(3_000_000)));
  expect(await outcomeOf(port, request)).toMatchObject({ status: 500, body: { code: 'ENOSPC' } });
  expect(Math.max(...sizes)).toBeGreaterThan(1);
  expect(readdirSync(folder)).toEqual([]);
});

test('a file is whole when the disk takes its bytes in pieces', async () => {
  const folder = temporaryFolder();
  const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
  const port = await serve(multipart({ storage: { folder } }), ({ files: [first] }) => ({
    message: readFileSync(String(first?.path)).equals(content) ? 'whole' : 'cut',
  }));
  await writeHalves();
  expect((await outcomeOf(port, formRequest(file(content)))).body.message).toBe('whole');
});

test('files of a response with an error status are removed, and others stay', async () => {
  const folder = temporaryFolder();
  const readForm = multipart({ storage: { folder } });
  const port = await serve(readForm, (req, res) => {
    res.statusCode = req.body?.status === '422' ? 422 : 200;
    return {};
  });
  await outcomeOf(port, formRequest(file('x'), part('name="status"', '422')));
  await expect.poll(() => readdirSync(folder)).toEqual([]);
  await outcomeOf(port, formRequest(file('x')));
  expect(readdirSync(folder)).toHaveLength(1);
});

test('the result of a function replaces the file', async () => {
  const readForm = multipart({
    storage: async ({ stream, filename, type }) => {
      let size = 0;
      for await (const chunk of stream) size += (chunk as Buffer).length;
      return { filename, type, size };
    },
  });
  const port = await serve(readForm, ({ body, files }) => ({ body, files: files.length }));
  const stored = { filename: 'a.txt', type: 'text/plain', size: 300_000 };
  expect(
    (await outcomeOf(port, formRequest(file(Buffer.alloc(300_000)), part('name="a"', '1')))).body,
  ).toEqual({
    body: { file: stored, a: '1' },
    files: 1,
  });
});

test.each([
  ['ignores the file', () => 'ignored'],
  [
    'reads the first chunk',
    async ({ stream }: { stream: AsyncIterable<Buffer> }) => {
      for await (const _ of stream) break;
      return 'ignored';
    },
  ],
])('a function that %s gets the next one', async (_name, storage) => {
  const port = await serve(multipart({ storage: storage as never }), ({ body }) => ({ body }));
  const request = formRequest(
    file(Buffer.alloc(1_000_000)),
    file(Buffer.alloc(1_000_000)),
    part('name="a"', '1'),
  );
  expect((await outcomeOf(port, request)).body).toEqual({ body: { file: ['ignored', 'ignored'], a: '1' } });
});

test('a function that fails refuses the form with its error', async () => {
  const storage = (): never => {
    throw Object.assign(new Error('unsupported file'), { status: 422, code: 'ERR_FILE' });
  };
  const port = await serve(multipart({ storage }));
  expect(await outcomeOf(port, formRequest(file(Buffer.alloc(1_000_000))))).toEqual({
    status: 422,
    body: { status: 422, code: 'ERR_FILE', message: 'unsupported file' },
  });
});

test('a function gets the error of a form that is cut off', async () => {
  const seen: unknown[] = [];
  const storage = async ({ stream }: { stream: AsyncIterable<Buffer> }): Promise<void> => {
    try {
      for await (const _ of stream);
    } catch (error) {
      seen.push(error);
      throw error;
    }
  };
  const port = await serve(multipart({ storage: storage as never }));
  const cut = file(Buffer.alloc(300_000)).subarray(0, -5);
  const head = `POST / HTTP/1.1\r\nHost: a\r\n${CONTENT_TYPE}\r\nContent-Length: ${cut.length}\r\n\r\n`;
  expect(await outcomeOf(port, [Buffer.from(head), cut])).toMatchObject({ status: 400 });
  expect(seen).toEqual([expect.objectContaining({ code: 'ERR_MULTIPART_MALFORMED' })]);
});
