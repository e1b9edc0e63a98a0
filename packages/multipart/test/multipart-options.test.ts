import { expect, test } from 'vitest';
import { multipart } from '../src/index.ts';

test.each([
  [{ storage: 'disk' }, 'expected "memory", { folder: "uploads" }, a function or false, got "disk"'],
  [{ storage: { folder: '' } }, 'option "storage.folder" of multipart(): expected a path'],
  [{ storage: { directory: 'a' } }, 'Unknown option "directory" of storage of multipart()'],
  [{ limits: { fileSizes: 1 } }, 'Unknown option "fileSizes" of limits of multipart()'],
  [{ limits: { fileSize: '10 apples' } }, 'option "limits.fileSize" of multipart(): expected a byte count'],
  [{ limits: { files: -1 } }, 'option "limits.files" of multipart(): expected an integer of at least 0'],
  [{ timeout: 0 }, 'option "timeout" of multipart(): expected milliseconds'],
  [{ dest: 'uploads' }, 'Unknown option "dest" of multipart(): use storage: { folder }'],
])('the options %j are refused', (options, message) => {
  expect(() => multipart(options as never)).toThrow(message);
});

test('limits can be disabled', () => {
  const limits = { files: Number.POSITIVE_INFINITY, fileSize: Number.POSITIVE_INFINITY };
  expect(multipart({ limits, timeout: Number.POSITIVE_INFINITY })).toBeTypeOf('function');
});

test('the middleware has the name by which tools identify it', () => {
  expect(multipart().name).toBe('multipart');
});
