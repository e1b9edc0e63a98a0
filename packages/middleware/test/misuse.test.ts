import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compose, type Message, type Next } from '../src/index.ts';

interface Req extends Message {
  readonly log: string[];
}

describe('next() called twice', () => {
  let warnings: (Error & { code?: string })[] = [];
  const collect = (warning: Error): unknown => warnings.push(warning);
  beforeEach(() => {
    warnings = [];
    process.on('warning', collect);
  });
  afterEach(() => process.off('warning', collect));

  const twice = {
    'at once': (_req: Req, _res: null, next: Next): void => {
      next();
      next();
    },
    'and once more while a later layer is pending': async (_req: Req, _res: null, next: Next) => {
      next();
      await turn();
      next();
    },
  };

  test.each(Object.entries(twice))(
    '%s is harmless and reported once for each layer',
    async (_when, layer) => {
      Object.defineProperty(layer, 'name', { value: 'guard' });
      const slow = async (req: Req, _res: null, next: Next): Promise<void> => {
        req.log.push('slow');
        await turn();
        await turn();
        next();
      };
      const last = (req: Req, _res: null, next: Next): void => {
        req.log.push('last');
        next();
      };
      const chain = compose<Req, null>([layer, slow, last]);
      for (let request = 0; request < 3; request++) {
        const req: Req = { log: [] };
        await new Promise<void>((resolve) => chain(req, null, () => resolve()));
        expect(req.log).toEqual(['slow', 'last']);
      }
      await turn();
      expect(warnings.map(({ code }) => code)).toEqual(['NEXTPRESS_NEXT_TWICE']);
      expect(warnings[0]?.message).toContain('layer 1 of 3 ("guard") passed the request on a second time');
    },
  );

  test('never loses an error: one thrown behind next() is in the warning', async () => {
    const throwsLate = (_req: Req, _res: null, next: Next): void => {
      next();
      throw new Error('cleanup failed');
    };
    const ends: unknown[] = [];
    const chain = compose<Req, null>([throwsLate]);
    for (let request = 0; request < 2; request++) chain({ log: [] }, null, (error) => ends.push(error));
    await turn();
    expect(ends).toEqual([undefined, undefined]);
    expect(warnings).toHaveLength(2);
    expect(warnings[0]?.message).toContain('Error: cleanup failed');
  });
});
