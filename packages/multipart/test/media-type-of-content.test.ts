import { expect, test } from 'vitest';
import { mediaTypeOfContent } from '../src/media-type-of-content.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

test.each([
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
  ['\0\0\0\x20ftypavif', 'image/avif'],
  ['%PDF-1.7', 'application/pdf'],
  ['PK\x03\x04', 'application/zip'],
  ['\0\0\0\x20ftypisom', 'video/mp4'],
])('a file that starts with %j is %s, whatever is declared', (head, type) => {
  expect(mediaTypeOfContent(bytes(head), 'text/plain')).toBe(type);
  expect(mediaTypeOfContent(bytes(head), 'image/svg+xml')).toBe(type);
});

test.each(['image/png', 'application/pdf', 'application/epub+zip', 'IMAGE/JPEG'])(
  'a file that is declared as %s without the signature is of an unknown type',
  (declared) => {
    expect(mediaTypeOfContent(bytes('<script>alert(1)</script>'), declared)).toBe('application/octet-stream');
  },
);

test('types without a signature are those that the client declares', () => {
  expect(mediaTypeOfContent(bytes('a,b'), 'text/csv')).toBe('text/csv');
  expect(mediaTypeOfContent(bytes(''), 'Text/Plain')).toBe('text/plain');
});

test('a document that is a ZIP archive keeps its declared type', () => {
  const declared = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  expect(mediaTypeOfContent(bytes('PK\x03\x04'), declared)).toBe(declared);
});
