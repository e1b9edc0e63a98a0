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
      expect(warnings[0]?.message).toContain('layer 1 of 3 ("guard") called next() a second time');
    },
  );

  test('is no mistake of a layer that an error has taken the turn from', async () => {
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
});

describe('next(error) after next()', () => {
  interface Res {
    headersSent: boolean;
  }
  const passes = (_req: Req, _res: Res, next: Next): void => next();
  /** A time-out: passes the request on, and an error when it is over. */
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

  /** What was logged until an error handler had responded, or the chain was left with an error. */
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

  test('goes to the error handlers after the layer that the request has reached', async () => {
    const layers = [timesOut, catches('too early'), passes, hangs, catches('caught')];
    expect(await run(layers)).toEqual(['hangs', 'caught late']);
  });

  test('leaves the chain where no error handler is left', async () => {
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
  ])('does so where the error %s', async (_how, layer) => {
    const layers = [layer, catches('too early'), passes, hangs, catches('caught')];
    expect(await run(layers)).toEqual(['hangs', 'caught late']);
    expect(await run([layer, hangs])).toEqual(['hangs', 'left late']);
  });

  test('goes past the error handlers that another error has gone to', async () => {
    const fails = (_req: Req, _res: Res, next: Next): void => next('first');
    const handles = (error: unknown, { log }: Req, _res: Res, _next: Next): void => {
      log.push(`handles ${String(error)}`);
    };
    expect(await run([timesOut, fails, handles, catches('caught')])).toEqual([
      'handles first',
      'caught late',
    ]);
  });

  test('is passed on again and again by an error handler', async () => {
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

  test('is told to the end when the request has left the chain', async () => {
    expect(await run([timesOut, passes])).toEqual(['left undefined', 'left late']);
  });

  test('waits for the next layer where the stack is let go', async () => {
    const long = Array.from({ length: 99 }, () => passes);
    const errsAtOnce = (_req: Req, _res: Res, next: Next): void => {
      next();
      next('late');
    };
    expect(await run([errsAtOnce, ...long, hangs, catches('caught')])).toEqual(['hangs', 'caught late']);
  });

  test('goes to the error handlers also when the response has begun', async () => {
    const req: Req = { log: [] };
    new Chain<Req, Res>([timesOut, hangs, catches('caught')]).run(req, { headersSent: true }, () => {});
    await expect.poll(() => req.log).toEqual(['hangs', 'caught late']);
  });
});
