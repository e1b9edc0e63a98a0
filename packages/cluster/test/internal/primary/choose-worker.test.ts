import { expect, test } from 'vitest';
import { chooseByAddress, chooseIdlest } from '../../../src/internal/primary/choose-worker.ts';

const workers = Array.from({ length: 4 }, (_, slot) => ({ slot, pending: 0 }));
const addresses = Array.from({ length: 4_000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);

test('a blocked worker gets a connection only when all others have as many pending', () => {
  const [first, second] = [
    { slot: 0, pending: 2 },
    { slot: 1, pending: 1 },
  ];
  expect(chooseIdlest([first, second])).toBe(second);
  expect(chooseIdlest([first])).toBe(first);
  expect(chooseIdlest([])).toBeUndefined();
});

test('addresses are spread over all workers', () => {
  const chosen = addresses.map((address) => chooseByAddress(workers, address));
  const counts = workers.map((worker) => chosen.filter((one) => one === worker).length);
  for (const count of counts) expect(count).toBeGreaterThan(addresses.length / workers.length / 1.2);
});

test('only the clients of an absent worker move', () => {
  const others = workers.filter(({ slot }) => slot !== 2);
  const moved = addresses.filter(
    (address) => chooseByAddress(workers, address) !== chooseByAddress(others, address),
  );
  expect(moved).toEqual(addresses.filter((address) => chooseByAddress(workers, address)?.slot === 2));
  expect(chooseByAddress([], '10.0.0.1')).toBeUndefined();
});
