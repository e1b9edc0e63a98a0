import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { UploadedFile } from '../src/index.ts';
import { MemoryFile } from '../src/memory-file.ts';

const file = (): MemoryFile =>
  new MemoryFile([Buffer.from('hé'), Buffer.from('llo')], {
    kind: 'file',
    fieldName: 'note',
    filename: 'a.txt',
    originalFilename: '/b/a.txt',
    type: 'text/plain',
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
