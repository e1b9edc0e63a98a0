import { expect, test } from 'vitest';
import * as lifecycle from '../src/index.ts';

test('the public functions are exported', () => {
  expect(lifecycle).toMatchObject({
    gracefulShutdown: expect.any(Function),
    withHealth: expect.any(Function),
  });
});
