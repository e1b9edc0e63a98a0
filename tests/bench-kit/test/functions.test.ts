import { expect, test } from 'vitest';
import { checkFunctions, measureFunctions } from '../src/functions.mjs';

test('measures each variant in each round', async () => {
  const add = { inputs: [1, 2], variants: { own: (n: number) => n + 1, other: async (n: number) => n + 1 } };
  const [row] = await measureFunctions({ add }, 2);
  expect(row?.name).toBe('add');
  for (const variant of ['own', 'other']) {
    expect(row?.times.get(variant)).toEqual([expect.any(Number), expect.any(Number)]);
  }
});

test('rejects a variant that has another result for one of the inputs', async () => {
  const half = { inputs: [1, 2], variants: { own: (n: number) => n % 2, other: (n: number) => n } };
  await expect(checkFunctions({ half })).rejects.toThrow('half: other has another result than own');
});
