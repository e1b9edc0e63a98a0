import * as entry from '@nextpress/multipart';
import { expect, test } from 'vitest';

test('the entry exports multipart() and the class of files', () => {
  expect(Object.keys(entry).sort()).toEqual(['UploadedFile', 'multipart']);
});

test('the middleware has the name by which tools know it', () => {
  expect(entry.multipart().name).toBe('multipart');
});
