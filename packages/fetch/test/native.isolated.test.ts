import { expect, test } from 'vitest';

test('Node’s classes are found when a package replaced the globals first', async () => {
  const { Request, Response } = globalThis;
  globalThis.Request = class Replaced extends Request {};
  globalThis.Response = class Replaced extends Response {};
  const native = await import('../src/internal/native.ts');
  expect([native.NativeRequest === Request, native.NativeResponse === Response]).toEqual([true, true]);
});
