import { describe, expect, test } from 'vitest';
import { leastDisturbed } from '../runner/least-disturbed.mjs';
import { coreTimes, watchStolen } from '../runner/stolen.mjs';

const STAT = `cpu  100 2 30 400 5 0 7 80 0 0
cpu0 50 1 10 200 2 0 3 60 9 9
cpu10 1 1 1 1 1 1 1 1 0 0
intr 1
`;

describe('coreTimes', () => {
  test('reads what was taken from a core, and the whole without what is counted twice', () => {
    expect(coreTimes(STAT, 0)).toEqual({ stolen: 60, whole: 326 });
    expect(coreTimes(STAT, 10)).toEqual({ stolen: 1, whole: 8 });
  });

  test('knows nothing of a core without a line', () => {
    expect(coreTimes(STAT, 1)).toBeUndefined();
    expect(coreTimes('cpu0 1 2 3', 0)).toBeUndefined();
  });
});

describe('watchStolen', () => {
  test('tells a share where the system tells it, and nothing of cores that are not there', () => {
    const share = watchStolen([0])();
    if (process.platform === 'linux') expect(share).toBeGreaterThanOrEqual(0);
    else expect(share).toBeUndefined();
    expect(watchStolen([])()).toBeUndefined();
    expect(watchStolen([100_000])()).toBeUndefined();
  });
});

describe('leastDisturbed', () => {
  const taking = (samples: readonly { stolen?: number; rate: number }[]) => {
    let taken = 0;
    return {
      take: async () => samples[taken++] as { stolen?: number; rate: number },
      taken: () => taken,
    };
  };

  test('takes one sample where nothing disturbs it, or nobody tells', async () => {
    for (const stolen of [{ stolen: 0.04 }, {}]) {
      const { take, taken } = taking([{ ...stolen, rate: 1 }]);
      expect((await leastDisturbed(take)).rate).toBe(1);
      expect(taken()).toBe(1);
    }
  });

  test('takes another one, three at most, and keeps the least disturbed, not the fastest', async () => {
    const second = taking([
      { stolen: 0.3, rate: 9 },
      { stolen: 0.01, rate: 2 },
    ]);
    expect((await leastDisturbed(second.take)).rate).toBe(2);
    const none = taking([
      { stolen: 0.3, rate: 9 },
      { stolen: 0.1, rate: 1 },
      { stolen: 0.2, rate: 5 },
    ]);
    expect((await leastDisturbed(none.take)).rate).toBe(1);
    expect(none.taken()).toBe(3);
  });
});
