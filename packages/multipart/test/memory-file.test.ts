import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { UploadedFile } from '../src/index.ts';
import { createMemoryFile } from '../src/memory-file.ts';
import { createStorage } from '../src/storage.ts';

const file = (type = 'text/plain'): UploadedFile =>
  createMemoryFile([Buffer.from('hé'), Buffer.from('llo')], {
    kind: 'file',
    fieldName: 'note',
    filename: 'a.txt',
    originalFilename: '/b/a.txt',
    type,
    size: 6,
    stream: undefined as never,
  });

test('a file in memory is a File', async () => {
  const each = file();
  expect(each).toBeInstanceOf(File);
  expect(each).toBeInstanceOf(UploadedFile);
  expect(each).toMatchObject({ name: 'a.txt', type: 'text/plain', size: 6, fieldName: 'note' });
  expect(Object.prototype.toString.call(each)).toBe('[object File]');
});

test.each([
  ['text()', (each: File) => each.text()],
  ['arrayBuffer()', async (each: File) => Buffer.from(await each.arrayBuffer()).toString()],
  ['bytes()', async (each: File) => Buffer.from(await each.bytes()).toString()],
  ['stream()', (each: File) => new Response(each.stream()).text()],
  ['slice()', (each: File) => each.slice().text()],
  ['new Blob()', (each: File) => new Blob(['', each]).text()],
  ['new File()', (each: File) => new File([each], 'b').text()],
  ['new Response()', (each: File) => new Response(each).text()],
  ['structuredClone()', (each: File) => structuredClone(each).text()],
  [
    'FormData under another name',
    (each: File) => {
      const form = new FormData();
      form.append('a', each, 'b.txt');
      return (form.get('a') as File).text();
    },
  ],
  [
    'postMessage()',
    (each: File) => {
      const { port1, port2 } = new MessageChannel();
      port1.postMessage(each);
      const { message } = receiveMessageOnPort(port2) as { message: File };
      port1.close();
      return message.text();
    },
  ],
  ['URL.createObjectURL()', async (each: File) => (await fetch(URL.createObjectURL(each))).text()],
])('%s has the bytes of a file in memory, before and after they are in a blob', async (_, read) => {
  const each = file();
  expect(await read(each)).toBe('héllo');
  expect(await each.text()).toBe('héllo');
  expect(await read(each)).toBe('héllo');
});

test('slice() of a file in memory counts from both ends', async () => {
  expect(await file().slice(-3, -1).text()).toBe('ll');
  expect(file().slice(1, 3)).toMatchObject({ size: 2 });
});

test('arrayBuffer() of a file in memory is a copy each time', async () => {
  const each = file();
  new Uint8Array(await each.arrayBuffer()).fill(0);
  expect(await each.text()).toBe('héllo');
});

test('a file in memory looks like any other File', () => {
  const each = file();
  const other = new UploadedFile(['héllo'], each as never);
  expect(each.constructor).toBe(UploadedFile);
  expect(Object.keys(each)).toEqual(Object.keys(other));
  expect(Object.keys({ ...each })).toEqual(Object.keys({ ...other }));
  expect(JSON.parse(JSON.stringify(each))).toEqual({ fieldName: 'note', originalFilename: '/b/a.txt' });
  expect(() => Object.assign(each, { size: 1 })).toThrow(TypeError);
});

test.each(['Text/PLAIN; Charset=A', 'a/\u00e9', 'a/\t', ''])(
  'the type %j of a file in memory is normalized as in a blob',
  (type) => {
    expect(file(type).type).toBe(new Blob([], { type }).type);
  },
);

/** Records the chunks of every blob that is created until the test ends. */
function watchBlobs(): Buffer[][] {
  const made: Buffer[][] = [];
  const { Blob } = globalThis;
  vi.stubGlobal(
    'Blob',
    class extends Blob {
      constructor(chunks: Buffer[]) {
        super(chunks);
        made.push(chunks);
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return made;
}

test('a blob is created on demand, and only once', async () => {
  const made = watchBlobs();
  const each = file();
  expect([each.name, each.type, each.size, each.lastModified > 0]).toEqual(['a.txt', 'text/plain', 6, true]);
  expect((await each.arrayBuffer()).byteLength).toBe(6);
  expect(await each.bytes()).toHaveLength(6);
  expect(await each.text()).toBe('héllo');
  expect(JSON.stringify(each)).toContain('note');
  expect(made).toEqual([]);
  await new Response(each).text();
  await each.slice(1).text();
  expect(made).toHaveLength(1);
});

test.each([
  ['a small part of a chunk is copied', 5, 60_000, 5],
  ['a large part of a chunk is not copied', 40_000, 60_000, 60_000],
])('%s', (_name, size, whole, kept) => {
  const made = watchBlobs();
  const bytes = new Uint8Array(whole);
  const part = { ...file(), filename: 'a', type: '', size } as never;
  createMemoryFile([Buffer.from(bytes.buffer, 10, size)], part).stream();
  expect(made.flat().map(({ length, buffer }) => [length, buffer.byteLength])).toEqual([[size, kept]]);
});

test('a file that arrives in single bytes has few chunks', async () => {
  const made = watchBlobs();
  let left = 5_000;
  const take = async (): Promise<Buffer[]> => (left-- > 0 ? [Buffer.allocUnsafeSlow(1)] : []);
  const part = { ...file(), filename: 'a', type: '', size: left, content: { take } } as never;
  const stored = (await createStorage('memory').store(part)) as UploadedFile;
  expect((await stored.slice().arrayBuffer()).byteLength).toBe(5_000);
  expect(made.flat().length).toBeLessThan(1_000);
});
