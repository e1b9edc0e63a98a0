import busboy from 'busboy';
import { expect, test } from 'vitest';
import { MAX_HEADER_SIZE, RecentBytes } from '../src/recent-bytes.ts';

function hasLongHeaders(text: string, size: number): boolean {
  const recent = new RecentBytes();
  for (let at = 0; at < text.length; at += size) recent.add(Buffer.from(text.slice(at, at + size)));
  return recent.hasLongHeaders('b');
}

const body = 'x'.repeat(100_000);
const headers = (length: number): string => `\r\n--b\r\n${'X'.repeat(length)}`;

test.each([500, 16_384, 65_536])('in chunks of %i bytes, long headers are found', (size) => {
  expect(hasLongHeaders(`${body}${headers(MAX_HEADER_SIZE + 1)}`, size)).toBe(true);
  expect(hasLongHeaders(`${body}${headers(MAX_HEADER_SIZE - 1)}`, size)).toBe(false);
  expect(hasLongHeaders(`${headers(100)}\r\n\r\n${body}`, size)).toBe(false);
});

test.each(['X: y\r\n', 'X:y\r\n', 'X-Long: y\r\n'])(
  'where busboy refuses lines %j, they are too long',
  (line) => {
    const recent = new RecentBytes();
    const parser = busboy({ headers: { 'content-type': 'multipart/form-data; boundary=b' } });
    let isRefused = false;
    parser.once('error', () => {
      isRefused = true;
    });
    for (const piece of ['--b\r\n', ...Array<string>(50).fill(line.repeat(100))]) {
      const chunk = Buffer.from(piece);
      recent.add(chunk);
      parser.write(chunk);
      expect(recent.hasLongHeaders('b')).toBe(isRefused);
      if (isRefused) break;
    }
    expect(isRefused).toBe(true);
  },
);

test('headers in very many chunks are not found, because these are not kept', () => {
  expect(hasLongHeaders(headers(MAX_HEADER_SIZE + 1), 1)).toBe(false);
});

test('headers at the start are found', () => {
  expect(hasLongHeaders(headers(20_000).slice(2), 4_096)).toBe(true);
});
