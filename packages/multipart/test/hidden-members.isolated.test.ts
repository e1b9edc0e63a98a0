import { MULTIPART } from '@nextpress-internal/internals/node';
import { afterEach, expect, test, vi } from 'vitest';
import { hideMember, membersIn, showMembers } from '../../internals/test/hide-member.ts';

afterEach(showMembers);

/** Creates a file in memory. Returns whether it creates a blob only on demand, and its text. */
async function makeFile(): Promise<[isLate: boolean, text: string]> {
  const { createMemoryFile } = await import('../src/memory-file.ts');
  const { UploadedFile } = await import('../src/uploaded-file.ts');
  const part = { kind: 'file', fieldName: 'a', filename: 'b', originalFilename: 'b', type: '', size: 7 };
  const file = createMemoryFile([Buffer.from('con'), Buffer.from('tent')], part as never);
  vi.unstubAllGlobals();
  expect(await new Blob([file]).text()).toBe('content');
  expect(file).toMatchObject({ name: 'b', size: 7 });
  return [Object.getPrototypeOf(file) !== UploadedFile.prototype, await file.text()];
}

test('files in memory become blobs only on demand when no member is hidden', async () => {
  expect(await makeFile()).toEqual([true, 'content']);
});

test.each(membersIn(MULTIPART))(
  'files in memory become blobs at once when a %s lacks %s',
  async (owner, name) => {
    await hideMember(owner, name);
    expect(await makeFile()).toEqual([false, 'content']);
  },
);
