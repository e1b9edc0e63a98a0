import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Chain, compose, type Layer, type Next } from '../src/index.ts';

interface Req {
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
    immediately: (_req: Req, _res: null, next: Next): void => {
      next();
      next();
    },
    'again while a later layer is pending': async (_req: Req, _res: null, next: Next) => {
      next();
      await turn();
      next();
    },
  };

  test.each(Object.entries(twice))(
    '%s has no effect and is reported once for each layer',
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
      expect(warnings[0]?.message).toContain('layer 1 of 3 ("guard") called next() a second time');
    },
  );

  test('is not reported when an error has taken the turn of the layer', async () => {
    const log: string[] = [];
    const timesOut = (_req: Req, _res: null, next: Next): void => {
      next();
      setImmediate(next, 'late');
    };
    const slow = async (_req: Req, _res: null, next: Next): Promise<void> => {
      await turn();
      await turn();
      next();
    };
    const guard = (): void => void log.push('guard');
    const catches = (error: unknown): void => void log.push(String(error));
    const handler = (): void => void log.push('handler');
    const error = (thrown: unknown, _req: Req, _res: null, _next: Next): void => catches(thrown);
    compose<Req, null>([timesOut, slow, guard, error, handler])({ log }, null, () => log.push('end'));
    for (let turns = 0; turns < 5; turns++) await turn();
    expect(log).toEqual(['late']);
    expect(warnings).toEqual([]);
  });

  test('is not reported when two errors have taken the turns of two layers', async () => {
    const log: string[] = [];
    const failsTwice = (_req: Req, _res: null, next: Next): void => {
      next();
      next('first');
      next('second');
    };
    const nexts: Next[] = [];
    const slow = (_req: Req, _res: null, next: Next): void => void nexts.push(next);
    const slowly = (error: unknown, _req: Req, _res: null, next: Next): void => {
      log.push(String(error));
      nexts.push(next);
    };
    compose<Req, null>([failsTwice, slow, slowly, slowly])({ log }, null, () => log.push('end'));
    const [ofSlow, ofFirst, ofSecond] = nexts;
    ofSlow?.();
    ofFirst?.();
    await turn();
    expect(log).toEqual(['first', 'second']);
    expect(warnings).toEqual([]);
    ofSecond?.();
    expect(log).toEqual(['first', 'second', 'end']);
  });
});

describe('next(error) after next()', () => {
  interface Res {
    headersSent: boolean;
  }
  const passes = (_req: Req, _res: Res, next: Next): void => next();
  /** A timeout: continues, and fails later. */
  const timesOut = (_req: Req, _res: Res, next: Next): void => {
    next();
    setTimeout(next, 1, 'late');
  };
  const hangs = ({ log }: Req): void => void log.push('hangs');
  const catches =
    (name: string) =>
    (error: unknown, { log }: Req, res: Res, _next: Next): void => {
      log.push(`${name} ${String(error)}`);
      res.headersSent = true;
    };

  /** The log until an error layer has responded, or until the chain ends with an error. */
  function run(layers: Layer<Req, Res>[], res = { headersSent: false }): Promise<string[]> {
    const req: Req = { log: [] };
    return new Promise((resolve) => {
      new Chain<Req, Res>(layers).run(req, res, (error) => {
        req.log.push(`left ${String(error)}`);
        if (error) res.headersSent = true;
      });
      const settle = setInterval(() => {
        if (!res.headersSent) return;
        clearInterval(settle);
        resolve(req.log);
      }, 2);
    });
  }

  test('goes to the error layers after the last layer that was entered', async () => {
    const layers = [timesOut, catches('too early'), passes, hangs, catches('caught')];
    expect(await run(layers)).toEqual(['hangs', 'caught late']);
  });

  test('ends the chain when there is no further error layer', async () => {
    expect(await run([timesOut, hangs])).toEqual(['hangs', 'left late']);
  });

  test.each([
    [
      'is thrown',
      (_req: Req, _res: Res, next: Next): void => {
        next();
        throw 'late';
      },
    ],
    [
      'is the reason of a rejection',
      async (_req: Req, _res: Res, next: Next): Promise<void> => {
        next();
        throw 'late';
      },
    ],
  ])('goes to the same layers when the error %s', async (_how, layer) => {
    const layers = [layer, catches('too early'), passes, hangs, catches('caught')];
    expect(await run(layers)).toEqual(['hangs', 'caught late']);
    expect(await run([layer, hangs])).toEqual(['hangs', 'left late']);
  });

  test('skips error layers that a previous error has reached', async () => {
    const fails = (_req: Req, _res: Res, next: Next): void => next('first');
    const handles = (error: unknown, { log }: Req, _res: Res, _next: Next): void => {
      log.push(`handles ${String(error)}`);
    };
    expect(await run([timesOut, fails, handles, catches('caught')])).toEqual([
      'handles first',
      'caught late',
    ]);
  });

  test('continues each time that an error layer calls it', async () => {
    const repeats = (error: unknown, { log }: Req, _res: Res, next: Next): void => {
      log.push(`first ${String(error)}`);
      next('again');
      setTimeout(next, 1, 'and again');
    };
    const hears = (error: unknown, { log }: Req, _res: Res, _next: Next): void => {
      log.push(`then ${String(error)}`);
    };
    expect(await run([timesOut, hangs, repeats, hears, catches('caught')])).toEqual([
      'hangs',
      'first late',
      'then again',
      'caught and again',
    ]);
  });

  test('goes to done when the request has left the chain', async () => {
    expect(await run([timesOut, passes])).toEqual(['left undefined', 'left late']);
  });

  test('waits for the next layer when the stack is being unwound', async () => {
    const long = Array.from({ length: 99 }, () => passes);
    const errsAtOnce = (_req: Req, _res: Res, next: Next): void => {
      next();
      next('late');
    };
    expect(await run([errsAtOnce, ...long, hangs, catches('caught')])).toEqual(['hangs', 'caught late']);
  });

  test('goes to the error layers even when the response has started', async () => {
    const req: Req = { log: [] };
    new Chain<Req, Res>([timesOut, hangs, catches('caught')]).run(req, { headersSent: true }, () => {});
    await expect.poll(() => req.log).toEqual(['hangs', 'caught late']);
  });
});
